import { expect, test } from 'vitest';
import { expenses } from '#domain/expenses/expense.contract';
import { profitAndLosses } from '#domain/reports/profit-loss.contract';
import { customerWallet } from '#domain/wallet/customer-wallet.contract';
import { wallets } from '#domain/wallet/wallet.contract';
import { breachesOf } from '../../../tests/support/books';
import { done, month, useCashBasisShop } from '../../../tests/support/cash-basis';
import { textOfPdf } from '../../../tests/support/pdf-text';
import { customerWithCredit, openTill, shopFloor, stockedProduct } from '../../../tests/support/shop';

const { shop, goTo, show, cash, behind, expectListsBehind } = useCashBasisShop();
type Report = Awaited<ReturnType<typeof show>>;
const amounts = ({ lines }: Report) => Object.fromEntries(lines.map(({ key, amount }) => [key, amount]));
type Transaction = Awaited<ReturnType<typeof behind>>[number];
const settledIn = ({ business_date, settled, total, proportion, amount }: Transaction) => [
  business_date,
  settled,
  total,
  proportion,
  amount,
];

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
  expect(await breachesOf(shop().app.db)).toEqual([]);
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
  const viewer = await shop().app.as('view_dashboard', 'export_data');
  const hidden = await cash(month(2), viewer);
  expect(hidden.lines.map(({ key }) => key)).toEqual([
    '4000',
    'revenue',
    'other_income',
    '6000',
    'overheads',
  ]);
  expect(hidden.reconciliation).toBeNull();
  const costOnly = await shop().app.as('view_dashboard', 'view_cost');
  expect((await cash(month(2), costOnly)).reconciliation).toBeNull();
  const query = { ...month(2), basis: 'cash', format: 'pdf' } as const;
  const text = await textOfPdf((await shop().owner.call(profitAndLosses.export, { query })).raw);
  expect(text).toContain('cash basis');
  expect(text).toMatch(/accruals\s+basis/);
});

test('a receipt that is reversed counts no longer from that day; an expense until its money is back', async () => {
  await goTo('2031-05-10');
  const { app, owner, expenseDesk } = shop();
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
  const lines = [expenseDesk.line({ gross: '10.00', vat_code: 'Z' })];
  const paper = await done(expenseDesk.submitted({ settlement: 'to_pay', lines }, clerk));
  const approver = await app.as('view_expense', 'approve_expense');
  await done(approver.call(expenses.approve, { params: { id: paper.id }, body: {} }));
  const byTransfer = { payment_method: 'bank_transfer' } as const;
  await done(owner.call(expenses.pay, { params: { id: paper.id }, body: byTransfer }));
  expect(amounts(await cash(month(5)))).toMatchObject({ revenue: 200, overheads: 1000, net_profit: -800 });
  await expectListsBehind(await cash(month(5)));

  await goTo('2031-06-10');
  await done(
    shop().owner.call(customerWallet.reverse, { params: { id: receipt.id }, body: { reason: 'Bounced' } }),
  );
  await done(
    shop().owner.call(expenses.cancel, {
      params: { id: paper.id },
      body: { reason: 'Sent back', money_back: 'no' },
    }),
  );
  expect(amounts(await cash(month(6)))).toMatchObject({ revenue: -200, overheads: 0 });
  await expectListsBehind(await cash(month(6)));
  const bounced = ['2031-06-10', -240, 240, -10_000, -200];
  expect((await behind({ ...month(6), figure: '4000' })).map(settledIn)).toEqual([bounced]);

  await goTo('2031-07-10');
  await done(shop().owner.call(expenses.moneyBack, { params: { id: paper.id }, body: {} }));
  expect(amounts(await cash(month(7)))).toMatchObject({ revenue: 0, overheads: -1000 });
  await expectListsBehind(await cash({ from: '2031-05-01', to: '2031-07-31', step: 'month' }));
  expect(amounts(await cash({ from: '2031-05-01', to: '2031-07-31' })).net_profit).toBe(0);
});

test('R5 157 an expense paid at once counts until its money is back, though it was cancelled before', async () => {
  const on = (day: string) => ({ from: day, to: day });
  await goTo('2031-08-03');
  const { app } = shop();
  const clerk = await app.as('view_expense', 'create_expense', 'edit_expense');
  const paper = await done(shop().expenseDesk.submitted({}, clerk));
  const approver = await app.as('view_expense', 'approve_expense');
  await done(approver.call(expenses.approve, { params: { id: paper.id }, body: {} }));
  // £12.00 with £2.00 VAT.
  expect(amounts(await cash(on('2031-08-03')))).toMatchObject({ overheads: 1000 });
  await goTo('2031-08-10');
  const body = { reason: 'Never came', money_back: 'no' } as const;
  await done(shop().owner.call(expenses.cancel, { params: { id: paper.id }, body }));
  expect(amounts(await show(on('2031-08-10'))).net_profit, 'accruals').toBe(1000);
  expect(amounts(await cash(on('2031-08-10'))), 'nothing was paid').toMatchObject({ overheads: 0 });
  await expectListsBehind(await cash(on('2031-08-10')));
  await goTo('2031-08-20');
  await done(shop().owner.call(expenses.moneyBack, { params: { id: paper.id }, body: {} }));
  expect(amounts(await cash(on('2031-08-20')))).toMatchObject({ overheads: -1000 });
  await expectListsBehind(await cash(month(8)));
  expect(await breachesOf(app.db)).toEqual([]);
});

test('W10 an invoice paid with credit from another customer counts once, and so does a credit note that is transferred', async () => {
  await goTo('2031-09-10');
  const { app, owner } = shop();
  const [from, to] = [
    await customerWithCredit(app.db, 100_000, 'Wren'),
    await customerWithCredit(app.db, 100_000, 'Finch'),
  ];
  const till = await openTill(app.db, 100_000);
  const tea = await stockedProduct(app.db, { name: 'Tea of September' });
  const { sold, refund } = shopFloor(() => ({ app, seller: owner, till }));
  const invoice = async () => {
    await sold([{ product_id: tea, quantity: '1' }], 240, {
      customer_id: to,
      tenders: [{ method: 'account', tendered: '2.40' }],
    });
  };
  const transfer = async () => {
    await done(
      owner.call(customerWallet.transfer, {
        params: { id: from },
        body: { to_customer_id: to, amount: '2.40', reason: 'Same family' },
      }),
    );
    const { open_items } = (await owner.call(wallets.customer.statement, { params: { id: to } })).reply;
    const of = (side: string) => open_items.find(item => item.side === side)?.id ?? 0;
    await done(
      owner.call(customerWallet.match, {
        params: { id: to },
        body: { debit_item_id: of('debit'), credit_item_id: of('credit'), amount: '2.40' },
      }),
    );
  };
  await invoice();
  await done(
    owner.call(customerWallet.receive, {
      params: { id: from },
      body: { amount: '2.40', payment_method: 'bank_transfer', top_up: true },
    }),
  );
  expect(amounts(await cash(month(9))), 'money on account').toMatchObject({ revenue: 0 });
  await transfer();
  expect(amounts(await cash(month(9))), 'the invoice is paid').toMatchObject({ revenue: 200 });
  // Sold for cash to the one, credited to the wallet, and used by the other: £2.00 in all.
  const paid = await sold([{ product_id: tea, quantity: '1' }], 240, { customer_id: from });
  await done(
    refund(paid, [{ line_number: 1, quantity: '1' }], 240, {
      tenders: [{ method: 'wallet', amount: '2.40' }],
    }),
  );
  expect(amounts(await cash(month(9)))).toMatchObject({ revenue: 400 });
  await invoice();
  await transfer();
  expect(amounts(await cash(month(9)))).toMatchObject({ revenue: 400 });
  await expectListsBehind(await cash(month(9)));
  expect(await breachesOf(app.db)).toEqual([]);
});
