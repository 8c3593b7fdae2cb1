import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerWallet } from '#domain/wallet/customer-wallet.contract';
import { expenses } from '#domain/expenses/expense.contract';
import { profitAndLosses } from '#domain/reports/profit-loss.contract';
import { toPence } from '#domain/kernel/money';
import { asBookkeeper, breachesOf } from '../../../tests/support/books';
import { textOfPdf } from '../../../tests/support/pdf-text';
import { expenseShop } from '../../../tests/support/expenses';
import { lineOf, orderDesk } from '../../../tests/support/orders';
import { customerWithCredit, openTill, shopFloor, stockedProduct } from '../../../tests/support/shop';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import { credit, debit, postJournal } from '../../kernel/ledger';

/*
 * January: tea is sold for cash (£4.80, so £4.00 without VAT; it cost £2.00), and for £2.41 on account (£2.01; £1.00).
 * Goods for £10.00 and £2.00 VAT are received and billed. Stationery for £12.00 with £2.00 VAT is charged, and wages of
 * £3.00 are owed. Nothing but the cash sale is paid.
 * February: the customer pays £1.21 of £2.41, the supplier is paid £6.00 of £12.00, and the stationery and the wages.
 * March: the customer and the supplier get the rest.
 */
const [january, february, march] = ['2031-01-15', '2031-02-15', '2031-03-15'] as const;

let app: TestApp;
let now = new Date();
let owner: Caller;
let shop: Awaited<ReturnType<typeof expenseShop>>;
const goTo = (day: string) => (now = new Date(`${day}T12:00:00Z`));
const done = async <Reply>(call: Promise<{ status: number; reply: Reply; refusal: unknown }>) => {
  const { status, reply, refusal } = await call;
  if (status !== 200) throw new Error(JSON.stringify(refusal));
  return reply;
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
  goTo('2031-01-01');
  const tea = await stockedProduct(app.db, { name: 'Tea' });
  goTo(january);
  owner = await app.as('admin');
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
  shop = await expenseShop(app);
  const paper = await done(shop.approved({ settlement: 'to_pay' }));
  await book('Wages for January', [debit('6100', toPence(300)), credit('2220', toPence(300))], january);

  goTo(february);
  owner = await app.as('admin');
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

  goTo(march);
  owner = await app.as('admin');
  await receive('1.20');
  await done(desk.pay(order, '6.00'));
});
afterAll(() => app.close());

const show = async (query: Record<string, string>, who = owner) => {
  const { reply, refusal } = await who.call(profitAndLosses.show, { query });
  if (!reply) throw new Error(JSON.stringify(refusal));
  return reply;
};
const cash = (query: Record<string, string>, who = owner) => show({ ...query, basis: 'cash' }, who);
type Report = Awaited<ReturnType<typeof show>>;
const amounts = ({ lines }: Report) => Object.fromEntries(lines.map(({ key, amount }) => [key, amount]));
const month = (number: number) => ({ from: `2031-0${number}-01`, to: `2031-0${number}-28` });

test('each month counts what was settled in it, without VAT', async () => {
  expect(amounts(await cash(month(1)))).toMatchObject({
    '4000': 400,
    revenue: 400,
    cost_of_sales: 0,
    overheads: 0,
    net_profit: 400,
  });
  // £1.21 of £2.41 is £1.01 of £2.01; half of the goods; all of the stationery and the wages.
  const { lines } = await cash(month(2));
  expect(lines.filter(({ kind }) => kind === 'account').map(({ label, amount }) => [label, amount])).toEqual([
    ['Sales', 101],
    ['Goods paid for', 500],
    ['Net wages payable, paid less charged', 300],
    ['Stationery', 1000],
  ]);
  expect(amounts(await cash(month(2)))).toMatchObject({ gross_profit: -399, net_profit: -1699 });
  expect(amounts(await cash(month(3)))).toMatchObject({ '4000': 100, overheads: 0, net_profit: -400 });
  expect(await breachesOf(app.db)).toEqual([]);
});

test('the months add up to the quarter, to the penny, and the quarter has everything that was settled', async () => {
  const quarter = await cash({ from: '2031-01-01', to: '2031-03-31', step: 'month' });
  expect(quarter.lines.find(({ key }) => key === 'net_profit')?.steps).toEqual([400, -1699, -400]);
  // Without VAT: sales of £4.00 and £2.01; goods for £10.00, stationery for £10.00 and wages of £3.00.
  expect(amounts(quarter)).toMatchObject({ revenue: 601, goods: 1000, overheads: 1300, net_profit: -1699 });
  const compared = await cash({ from: '2031-02-01', to: '2031-02-28', compare: 'previous' });
  expect(compared.lines.find(({ key }) => key === 'net_profit')?.before).toBe(400);
});

test('the two bases are reconciled, cause by cause', async () => {
  const { reconciliation } = await cash(month(1));
  // Accruals: sales 601, cost of the three sold 300, stationery 1000, wages 300.
  expect(reconciliation?.map(({ key, amount }) => [key, amount])).toEqual([
    ['accruals', 601 - 300 - 1000 - 300],
    ['customers', -201],
    ['suppliers', 1000],
    ['stock', -700],
    ['accrued', 1000 + 300],
    ['cash', 400],
  ]);
  expect((await show(month(1))).reconciliation).toBeNull();
  expect(amounts(await show(month(1))).net_profit).toBe(-999);
});

test('cost, pay and results are hidden from those who may not see them; files name the basis', async () => {
  const viewer = await app.as('view_dashboard', 'export_data');
  const hidden = await cash(month(2), viewer);
  expect(hidden.lines.map(({ key }) => key)).toEqual([
    '4000',
    'revenue',
    'other_income',
    '6000',
    'overheads',
  ]);
  expect(hidden.reconciliation).toBeNull();
  const costOnly = await app.as('view_dashboard', 'view_cost');
  expect((await cash(month(2), costOnly)).reconciliation).toBeNull();
  const query = { ...month(2), basis: 'cash', format: 'pdf' } as const;
  const text = await textOfPdf((await owner.call(profitAndLosses.export, { query })).raw);
  expect(text).toContain('cash basis');
  expect(text).toMatch(/accruals\s+basis/);
});

test('a receipt that is reversed counts no longer from that day; an expense until its money is back', async () => {
  goTo('2031-05-10');
  owner = await app.as('admin');
  const party = await customerWithCredit(app.db, 100_000, 'Wren');
  const till = await openTill(app.db, 0);
  const tea = await stockedProduct(app.db, { name: 'More tea' });
  const { sold } = shopFloor(() => ({ app, seller: owner, till }));
  await sold([{ product_id: tea, quantity: '1' }], 240, {
    customer_id: party,
    tenders: [{ method: 'account', tendered: '2.40' }],
  });
  const receipt = await done(
    owner.call(customerWallet.receive, {
      params: { id: party },
      body: { amount: '2.40', payment_method: 'bank_transfer' },
    }),
  );
  const clerk = await app.as('view_expense', 'create_expense', 'edit_expense');
  const paper = await done(shop.submitted({ settlement: 'to_pay' }, clerk));
  const approver = await app.as('view_expense', 'approve_expense');
  await done(approver.call(expenses.approve, { params: { id: paper.id }, body: {} }));
  const byTransfer = { payment_method: 'bank_transfer' } as const;
  await done(owner.call(expenses.pay, { params: { id: paper.id }, body: byTransfer }));
  expect(amounts(await cash(month(5)))).toMatchObject({ revenue: 200, overheads: 1000, net_profit: -800 });

  goTo('2031-06-10');
  owner = await app.as('admin');
  await done(owner.call(customerWallet.reverse, { params: { id: receipt.id }, body: { reason: 'Bounced' } }));
  await done(
    owner.call(expenses.cancel, {
      params: { id: paper.id },
      body: { reason: 'Sent back', money_back: 'no' },
    }),
  );
  expect(amounts(await cash(month(6)))).toMatchObject({ revenue: -200, overheads: 0 });

  goTo('2031-07-10');
  owner = await app.as('admin');
  await done(owner.call(expenses.moneyBack, { params: { id: paper.id }, body: {} }));
  expect(amounts(await cash(month(7)))).toMatchObject({ revenue: 0, overheads: -1000 });
  expect(amounts(await cash({ from: '2031-05-01', to: '2031-07-31' })).net_profit).toBe(0);
});
