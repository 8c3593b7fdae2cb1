import { afterAll, beforeAll, expect } from 'vitest';
import { expenses } from '#domain/expenses/expense.contract';
import { toPence } from '#domain/kernel/money';
import { cashTransactions } from '#domain/reports/cash-transactions.contract';
import { profitAndLosses } from '#domain/reports/profit-loss.contract';
import { customerWallet } from '#domain/wallet/customer-wallet.contract';
import { credit, debit, postJournal } from '../../server/kernel/ledger';
import { asBookkeeper } from './books';
import { expenseShop } from './expenses';
import { lineOf, orderDesk } from './orders';
import { customerWithCredit, openTill, shopFloor, stockedProduct } from './shop';
import { type Caller, startTestApp, type TestApp } from './test-app';

type Query = Readonly<Record<string, string>>;

/** The days of the story. */
export const [january, february, march] = ['2031-01-15', '2031-02-15', '2031-03-15'] as const;

/** The reply of a call that must succeed. */
export const done = async <Reply>(call: Promise<{ status: number; reply: Reply; refusal: unknown }>) => {
  const { status, reply, refusal } = await call;
  if (status !== 200) throw new Error(JSON.stringify(refusal));
  return reply;
};

/**
 * January: tea is sold for cash (£4.80, so £4.00 without VAT; it cost £2.00), and for £2.41 on account (£2.01; £1.00).
 * Goods for £10.00 and £2.00 VAT are received and billed. Stationery for £12.00 with £2.00 VAT is charged, and wages of
 * £3.00 are owed. Nothing but the cash sale is paid.
 * February: the customer pays £1.21 of £2.41, the supplier is paid £6.00 of £12.00, and the stationery and the wages.
 * March: the customer and the supplier get the rest.
 */
export function useCashBasisShop() {
  let app: TestApp;
  let owner: Caller;
  let expenseDesk: Awaited<ReturnType<typeof expenseShop>>;
  let now = new Date();
  /** Goes to a day; sessions last for a day, so the owner signs in again. */
  const goTo = async (day: string) => {
    now = new Date(`${day}T12:00:00Z`);
    owner = await app.as('admin');
  };
  const book = (narrative: string, lines: Parameters<typeof postJournal>[1]['lines'], businessDate: string) =>
    asBookkeeper(
      app.db,
      ctx =>
        postJournal(ctx, {
          businessDate,
          kind: 'manual',
          narrative,
          document: { type: 'manual_journal', id: 1, number: null },
          lines,
        }),
      { now },
    );

  beforeAll(async () => {
    app = await startTestApp({ clock: () => now });
    // Opening stock is no purchase.
    await goTo('2031-01-01');
    const tea = await stockedProduct(app.db, { name: 'Tea' });
    await goTo(january);
    const till = await openTill(app.db, 100_000);
    const customer = await customerWithCredit(app.db, 100_000);
    const { sold } = shopFloor(() => ({ app, seller: owner, till }));
    await sold([{ product_id: tea, quantity: '2' }], 480);
    await sold([{ product_id: tea, quantity: '1', unit_price: '2.41', price_reason: 'Agreed' }], 241, {
      customer_id: customer,
      tenders: [{ method: 'account', tendered: '2.41' }],
    });
    const desk = orderDesk(() => ({ app, admin: owner }));
    const order = await desk.sent([{ product_id: tea, quantity: '10', unit_price: '1.00' }]);
    await done(desk.receive(order.id));
    await done(
      desk.bill(order.id, [{ line_id: lineOf(order), quantity: '10', net: '10.00', vat: '2.00' }], {
        bill_date: january,
      }),
    );
    expenseDesk = await expenseShop(app);
    const paper = await done(
      expenseDesk.approved({
        settlement: 'to_pay',
        lines: [expenseDesk.line({ gross: '10.00', vat_code: 'Z' })],
      }),
    );
    await book('Wages for January', [debit('6100', toPence(300)), credit('2220', toPence(300))], january);

    await goTo(february);
    const receive = (amount: string) =>
      done(
        owner.call(customerWallet.receive, {
          params: { id: customer },
          body: { amount, payment_method: 'bank_transfer' },
        }),
      );
    await receive('1.21');
    await done(desk.pay(order, '6.00'));
    await done(
      owner.call(expenses.pay, { params: { id: paper.id }, body: { payment_method: 'bank_transfer' } }),
    );
    await book('Wages paid', [debit('2220', toPence(300)), credit('1020', toPence(300))], february);

    await goTo(march);
    await receive('1.20');
    await done(desk.pay(order, '6.00'));
  });
  afterAll(() => app.close());
  return { shop: () => ({ app, owner, expenseDesk }), goTo, ...cashReports(() => owner) };
}

/** The report and the lists behind it. */
function cashReports(owner: () => Caller) {
  const show = (query: Query, who = owner()) => done(who.call(profitAndLosses.show, { query }));
  const behind = async (query: Query, who = owner()) =>
    (
      await done(
        who.call(cashTransactions.list, { query: { per_page: '1000', sort_order: 'asc', ...query } }),
      )
    ).data;
  const total = (query: Query, who = owner()) => done(who.call(cashTransactions.totals, { query }));
  return {
    show,
    cash: (query: Query, who?: Caller) => show({ ...query, basis: 'cash' }, who),
    behind,
    total,
    /** Every figure of the report has a list, whose rows and total add up to it. */
    expectListsBehind: async (report: Awaited<ReturnType<typeof show>>, who?: Caller) => {
      const figures = figuresOf(report);
      expect(figures.length).toBeGreaterThan(4);
      for (const [figure, days, amount] of figures) {
        const query = { ...days, figure };
        const listed = (await behind(query, who)).reduce((sum, row) => sum + row.amount, 0);
        expect([listed, (await total(query, who)).amount], `${figure} ${days.from}`).toEqual([
          amount,
          amount,
        ]);
      }
    },
  };
}

type Shown = Awaited<ReturnType<ReturnType<typeof cashReports>['show']>>;

/** Every figure of a report, with the name and days under which its transactions are listed. */
const figuresOf = ({ lines, steps, compared, reconciliation, from, to }: Shown) => [
  ...lines.flatMap(({ key, amount, before, steps: parts }) => [
    [key, { from, to }, amount] as const,
    ...(compared ? [[key, compared, before ?? 0] as const] : []),
    ...steps.map((step, index) => [key, step, parts[index] ?? 0] as const),
  ]),
  ...(reconciliation ?? [])
    .filter(({ key }) => key !== 'accruals')
    .map(({ key, amount }) => [key === 'cash' ? 'net_profit' : key, { from, to }, amount] as const),
];

export const month = (number: number) => ({ from: `2031-0${number}-01`, to: `2031-0${number}-28` });
