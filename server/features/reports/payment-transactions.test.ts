import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BodySent } from '#domain/kernel/call';
import { expenses } from '#domain/expenses/expense.contract';
import { formatPounds, toPence } from '#domain/kernel/money';
import { payments } from '#domain/payments/payment.contract';
import { paymentTransactions } from '#domain/reports/payment-transactions.contract';
import { tills } from '#domain/tills/till.contract';
import { customerWallet } from '#domain/wallet/customer-wallet.contract';
import { asBookkeeper } from '../../../tests/support/books';
import { expenseShop } from '../../../tests/support/expenses';
import { textOfPdf } from '../../../tests/support/pdf-text';
import { customerWithCredit, shopFloor } from '../../../tests/support/shop';
import { addSupplier } from '../../../tests/support/suppliers';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import { sellOnTwoDays } from '../../../tests/support/two-days';
import { credit, debit, postJournal } from '../../kernel/ledger';

let app: TestApp;
let now = new Date();
let owner: Caller;
let till: number;
let spending: Awaited<ReturnType<typeof expenseShop>>;
const goTo = (day: string) => (now = new Date(`${day}T12:00:00Z`));
const [first, second] = ['2031-03-01', '2031-03-02'] as const;
const days = { from: first, to: second };

type Paid = Partial<BodySent<typeof payments.create>> & { supplier_id: number; amount: string };
const pay = async (body: Paid) => {
  const { reply, refusal } = await owner.call(payments.create, {
    body: { payment_method: 'bank_transfer', ...body },
  });
  if (!reply) throw new Error(JSON.stringify(refusal));
  return reply.id;
};

beforeAll(async () => {
  app = await startTestApp({ clock: () => now });
  const shop = await sellOnTwoDays(app, goTo, [first, second]);
  till = shop.till;
  owner = await app.as('admin');
  const { id: supplier_id } = await addSupplier(app, { name: 'Mill & Co' });
  await pay({ supplier_id, amount: '50.00', reference_number: 'BACS 1' });
  await pay({ supplier_id, amount: '7.00', status: 'pending' });
  const failed = await pay({ supplier_id, amount: '3.00', status: 'pending', payment_method: 'cheque' });
  await owner.call(payments.fail, { params: { id: failed }, body: { reason: 'No cover' } });
  const wrong = await pay({ supplier_id, amount: '9.00' });
  await owner.call(payments.cancel, { params: { id: wrong }, body: { reason: 'Paid twice' } });
  const customer = await customerWithCredit(app.db, null, 'Wren');
  await owner.call(customerWallet.receive, {
    params: { id: customer },
    body: { amount: '20.00', payment_method: 'cheque', reference: 'CHQ 77' },
  });
  // From the wallet: no money moves.
  await shopFloor(() => ({ app, seller: owner, till })).sold([{ product_id: shop.tea, quantity: '1' }], 240, {
    customer_id: customer,
    tenders: [{ method: 'wallet', tendered: '2.40' }],
  });
  await owner.call(tills.move, {
    params: { id: till },
    body: { kind: 'drop', amount: '5.00', reason: 'To the safe' },
  });
  spending = await expenseShop(app);
  const spent = await spending.approved({ expense_date: second, reference: 'DD 4' });
  expect(spent.refusal).toBeUndefined();
});
afterAll(() => app.close());

const totals = async (query: Record<string, string> = days) => {
  const { reply, refusal } = await owner.call(paymentTransactions.totals, { query });
  if (!reply) throw new Error(JSON.stringify(refusal));
  return reply;
};
const rows = async (query: Record<string, string> = days) =>
  (await owner.call(paymentTransactions.list, { query: { per_page: '100', ...query } })).reply.data;
const net = (found: readonly { direction: string; amount: number; status: string }[]) =>
  found
    .filter(({ status }) => status === 'completed')
    .reduce((sum, { direction, amount }) => sum + (direction === 'in' ? amount : -amount), 0);

test('R5 opening + in − out = closing = the balance in the general ledger, for every account', async () => {
  for (const query of [days, { from: second, to: second }, { from: first, to: first }]) {
    const { accounts } = await totals(query);
    const { rows: ledger } = await sql<{ code: string; balance: number }>`
      select account_code as code, sum(debit_pence - credit_pence)::bigint as balance from journal_lines
      where business_date <= ${query.to} and (account_code between '1000' and '1099' or account_code = '2400')
      group by 1 order by 1`.execute(app.db);
    expect(accounts.map(({ code, closing }) => ({ code, balance: closing }))).toEqual(ledger);
    for (const { opening, in: into, out, closing } of accounts) expect(opening + into - out).toBe(closing);
  }
  const { accounts } = await totals({ from: second, to: second });
  expect(accounts.find(({ code }) => code === '1025')).toMatchObject({ opening: 0, in: 2000, out: 0 });
});

test('R5 completed payments make up money in, out and net; pending and failed have their own totals', async () => {
  const found = await totals();
  const listed = await rows();
  const sumOf = (direction: 'in' | 'out') =>
    listed
      .filter(row => row.direction === direction && row.status === 'completed')
      .reduce((sum, { amount }) => sum + amount, 0);
  // Transfers of cash are listed, and are neither money in nor out (F70).
  const { transfers } = found;
  expect(transfers).toEqual({ in: 500, out: 500 });
  expect(found.completed).toMatchObject({
    in: sumOf('in') - transfers.in,
    out: sumOf('out') - transfers.out,
    net: net(listed),
  });
  expect(found.pending).toEqual({ count: 1, amount: 700 });
  expect(found.failed).toEqual({ count: 1, amount: 300 });
  expect(found.cancelled).toEqual({ count: 0, amount: 0 });
  // A reversed payment went out and came in again.
  const wrong = listed.filter(({ amount }) => amount === 900);
  expect(wrong.map(({ direction, kind, is_reversed }) => [direction, kind, is_reversed])).toEqual(
    expect.arrayContaining([
      ['in', 'reversal', false],
      ['out', 'supplier_payment', true],
    ]),
  );
  expect(wrong).toHaveLength(2);
  const inAccounts = found.accounts.reduce((sum, account) => sum + account.in - account.out, 0);
  expect(inAccounts).toBe(found.completed.net);
});

test('R5 W2 wallets and exchanges of goods have no row, because no money moves', async () => {
  const listed = await rows();
  // The sale from the wallet was £2.40, as was an edited cash sale; each of those is cash.
  expect(listed.filter(({ party }) => party === 'Wren').map(({ kind }) => kind)).toEqual([
    'customer_receipt',
  ]);
  expect(listed.filter(({ account }) => account?.code === '1040')).toEqual([]);
});

test('R5 each row names its document, party, method, reference and user', async () => {
  const listed = await rows();
  const ofKind = (kind: string) => listed.filter(row => row.kind === kind);
  expect(ofKind('supplier_payment').find(({ amount }) => amount === 5000)).toMatchObject({
    direction: 'out',
    party: 'Mill & Co',
    method: 'bank_transfer',
    reference: 'BACS 1',
    status: 'completed',
    account: { code: '1020' },
    link: expect.stringMatching(/^\/suppliers\/\d+$/),
  });
  expect(ofKind('customer_receipt')[0]).toMatchObject({
    method: 'cheque',
    reference: 'CHQ 77',
    party: 'Wren',
  });
  expect(ofKind('expense')[0]).toMatchObject({
    direction: 'out',
    party: null,
    method: 'bank_transfer',
    reference: 'DD 4',
  });
  expect(ofKind('sale').map(({ method }) => method)).toContain('credit_card');
  expect(
    ofKind('till_cash').map(({ direction, account, method }) => [direction, account?.code, method]),
  ).toEqual(
    expect.arrayContaining([
      ['in', '1010', 'cash'],
      ['out', '1000', 'cash'],
    ]),
  );
});

test('R5 every filter applies to rows and totals alike, and their sum is the total', async () => {
  const whole = (await rows()).length;
  const filters: readonly Record<string, string>[] = [
    { direction: 'out' },
    { kind: 'sale' },
    { method: 'cash' },
    { method: 'credit_card' },
    { status: 'pending' },
    { account: '1020' },
    { session_id: String(till) },
    { search: 'mill' },
    { search: '100%' },
  ];
  for (const filter of filters) {
    const query = { ...days, ...filter };
    const listed = await rows(query);
    expect(listed.length, JSON.stringify(filter)).toBeLessThan(whole);
    const { completed, transfers } = await totals(query);
    const moved = 'account' in filter ? 0 : transfers.in - transfers.out;
    expect(completed.net + moved, JSON.stringify(filter)).toBe(net(listed));
  }
  expect((await rows({ ...days, method: 'cash' })).every(({ method }) => method === 'cash')).toBe(true);
  expect((await rows({ ...days, search: '100%' })).length).toBe(0);
  // £50.00 paid to Mill & Co; £9.00 paid and cancelled; £7.00 pending and £3.00 failed.
  expect(await totals({ ...days, search: 'mill' })).toMatchObject({
    completed: { in: 900, out: 5900, net: -5000 },
    pending: { count: 1, amount: 700 },
    failed: { count: 1, amount: 300 },
  });
  const mostExpensive = await rows({ ...days, sort_by: 'amount', sort_order: 'desc' });
  expect(mostExpensive.map(({ amount }) => amount)).toEqual(
    mostExpensive.map(({ amount }) => amount).toSorted((a, b) => b - a),
  );
});

test('R5 kinds, methods and statuses are chosen together, in rows and totals alike', async () => {
  const found = async (query: Record<string, string>) =>
    (await rows({ ...days, ...query, sort_by: 'amount', sort_order: 'asc' })).map(
      ({ amount, direction, status }) => [amount, direction, status],
    );
  // The card sale is cancelled the next day; the cheque of the supplier had no cover.
  expect(await found({ method: 'credit_card,cheque' })).toEqual([
    [200, 'in', 'completed'],
    [200, 'out', 'completed'],
    [300, 'out', 'failed'],
    [2000, 'in', 'completed'],
  ]);
  expect(await totals({ ...days, method: 'credit_card,cheque' })).toMatchObject({
    completed: { count: 3, in: 2200, out: 200, net: 2000 },
    failed: { count: 1, amount: 300 },
    pending: { count: 0 },
  });
  expect(await found({ status: 'pending,failed' })).toEqual([
    [300, 'out', 'failed'],
    [700, 'out', 'pending'],
  ]);
  expect((await found({ status: 'completed,pending' })).length).toBe((await rows()).length - 1);
  expect(await found({ kind: 'supplier_payment,customer_receipt' })).toEqual([
    [300, 'out', 'failed'],
    [700, 'out', 'pending'],
    [900, 'out', 'completed'],
    [2000, 'in', 'completed'],
    [5000, 'out', 'completed'],
  ]);
});

test('R5 a manual transfer between two accounts is a transaction of each; compared with the day before', async () => {
  await asBookkeeper(
    app.db,
    ctx =>
      postJournal(ctx, {
        businessDate: second,
        kind: 'manual',
        narrative: 'Cards settled',
        document: { type: 'manual_journal', id: 9, number: null },
        lines: [debit('1020', toPence(150)), credit('1030', toPence(150))],
      }),
    { now },
  );
  const found = await totals({ from: second, to: second, compare: 'previous' });
  expect(found.before).toEqual((await totals({ from: first, to: first })).completed);
  const manual = await rows({ from: second, to: second, kind: 'manual' });
  expect(manual.map(({ direction, amount }) => [direction, amount])).toEqual(
    expect.arrayContaining([
      ['in', 150],
      ['out', 150],
    ]),
  );
});

test('a file has the rows of the list; the PDF has the accounts too', async () => {
  const file = await owner.call(paymentTransactions.export, { query: days });
  expect(file.raw.toString().trim().split('\n')).toHaveLength((await rows()).length + 1);
  const text = await textOfPdf((await owner.call(paymentTransactions.pdf, { query: days })).raw);
  expect(text).toContain('Payment Transactions');
  expect(text).toContain('1020 Bank');
  expect(text).toContain('Money in');
  // £7.00 is pending: no money has moved, which is not the same as money in of £0.00.
  const query = { ...days, status: 'pending' };
  const pending = await textOfPdf((await owner.call(paymentTransactions.pdf, { query })).raw);
  expect(pending).toContain('Money in and out');
  expect(pending).not.toContain('Money in£');
  expect(pending).not.toContain('Transfers between');
});

test('R5 the rows of a spreadsheet, less what moved between own accounts, add up to money in and out', async () => {
  await asBookkeeper(
    app.db,
    ctx =>
      postJournal(ctx, {
        businessDate: second,
        kind: 'manual',
        narrative: 'Cards settled less a fee',
        document: { type: 'manual_journal', id: 10, number: null },
        lines: [debit('1020', toPence(190)), debit('6910', toPence(10)), credit('1030', toPence(200))],
      }),
    { now },
  );
  const file = (await owner.call(paymentTransactions.export, { query: days })).raw.toString().trim();
  const [head = [], ...lines] = file.split('\n').map(line => line.trim().split(','));
  const pence = (line: string[], header: string) => Math.round(Number(line[head.indexOf(header)] || 0) * 100);
  const done = lines.filter(line => line[head.indexOf('Status')] === 'Completed');
  const sumOf = (side: 'In' | 'Out') =>
    done
      .filter(line => pence(line, side) > 0)
      .reduce((sum, line) => sum + pence(line, side) - pence(line, 'Between own accounts'), 0);
  const { completed, transfers } = await totals();
  expect(transfers.in).toBeGreaterThan(0);
  expect([sumOf('In'), sumOf('Out')]).toEqual([completed.in, completed.out]);
  expect(lines.filter(line => line[head.indexOf('Reversed')] === 'Reversed later').length).toBeGreaterThan(0);
});

test('R5 the PDF has the totals of the page: other statuses too, and transfers as the filters show them', async () => {
  const drawn = async (more: Record<string, string>, who = owner) =>
    (
      await textOfPdf((await who.call(paymentTransactions.pdf, { query: { ...days, ...more } })).raw)
    ).replaceAll(/\s+/g, ' ');
  const { pending, transfers } = await totals();
  const whole = await drawn({});
  expect(whole).toContain(`Pending (${pending.count}) ${formatPounds(pending.amount)}`);
  expect(whole).toMatch(/Failed \(\d+\) £/);
  expect(whole).toMatch(/Cancelled \(\d+\) £/);
  // Money in of one account is with its transfers.
  expect(await drawn({ account: '1010' })).not.toContain('Transfers between');
  for (const direction of ['in', 'out'] as const) {
    const text = await drawn({ direction });
    expect(text, direction).toContain(`Transfers between own accounts ${formatPounds(transfers[direction])}`);
    expect(text, direction).toContain(direction === 'in' ? 'Money out —' : 'Money in —');
  }
  expect(whole).not.toContain('excluding wages');
  const bookkeeper = await app.as('view_dashboard', 'view_ledger', 'export_data');
  expect(await drawn({}, bookkeeper)).toMatch(/Money in excluding wages £.*Money out excluding wages £/);
});

test('R5 the party of an expense is the employee whose own money it was, else the supplier', async () => {
  const { id: supplier_id } = await addSupplier(app, { name: 'Papers Ltd' });
  const paidFor = async (more: object) => {
    const { reply, refusal } = await spending.approved({ expense_date: second, supplier_id, ...more });
    expect(refusal).toBeUndefined();
    return reply?.id ?? 0;
  };
  const own = await paidFor({ settlement: 'own_money', payment_method: null });
  const reimbursed = await owner.call(expenses.pay, {
    params: { id: own },
    body: { payment_method: 'bank_transfer' },
  });
  expect(reimbursed.status).toBe(200);
  const ours = await paidFor({});
  const listed = await rows();
  const partyOf = (id: number) => listed.find(({ link }) => link === `/expenses/${id}`)?.party;
  const clerk = (await spending.clerk.call(expenses.get, { params: { id: own } })).reply.creator.name;
  expect([partyOf(own), partyOf(ours)]).toEqual([clerk, 'Papers Ltd']);
});
