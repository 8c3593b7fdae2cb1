import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { books } from '#domain/books/books.contract';
import { imports } from '#domain/imports/import.contract';
import { paymentTransactions } from '#domain/reports/payment-transactions.contract';
import { sales } from '#domain/sales/sale.contract';
import { stockAdjustments } from '#domain/stock/stock-adjustment.contract';
import { vatReturns } from '#domain/vat-returns/vat-return.contract';
import { customerWallet } from '#domain/wallet/customer-wallet.contract';
import { breachesOf } from '../../../tests/support/books';
import { unauditedJournals } from '../../../tests/support/unaudited-journals';
import { someCounting } from '../../../tests/support/stocktakes';
import { historyDesk, type HistoryLine } from '../../../tests/support/histories';
import { settled } from '../../../tests/support/imports';
import { openTill, shopFloor } from '../../../tests/support/shop';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
let admin: Caller;
let clerk: Caller;
let till: number;
let counting: Awaited<ReturnType<typeof someCounting>>;
// In the third quarter: the first return filed here is for July to September.
const now = new Date('2026-08-10T11:00:00Z');
beforeAll(async () => {
  app = await startTestApp({ jobs: true, clock: () => now });
  admin = await app.as('admin');
  clerk = await app.as('edit_sale', 'view_sale', 'create_product', 'create_customer');
  till = await openTill(app.db, 100_000);
  counting = await someCounting(app);
});
afterAll(() => app.close());

const { imported } = historyDesk(() => clerk);
const { refund } = shopFloor(() => ({ app, seller: admin, till }));
const undo = (id: number, who: Caller = clerk) => who.call(imports.undo, { params: { id } });
const plan = async (id: number) => (await clerk.call(imports.undoPlan, { params: { id } })).reply;
const saleOf = async (reference: string) => {
  const list = await admin.call(sales.list, { query: { search: reference } });
  return (await admin.call(sales.get, { params: { id: list.reply.data[0]?.id ?? 0 } })).reply;
};
const rowOf = async <T>(query: ReturnType<typeof sql<T>>) => (await query.execute(app.db)).rows[0] as T;
const stateOf = async (id: number) => (await clerk.call(imports.get, { params: { id } })).reply.state;

/** A short history of one product and one customer, on account: two sales, and a return of the first. */
const small = (name: string, day = '2026-07-05'): HistoryLine[] => [
  [`${name}1`, `${name}-CUP`, 'CUP', '5', `${day} 09:00`, '2.00', `${name}9`],
  [`${name}2`, `${name}-CUP`, 'CUP', '3', `${day} 10:00`, '2.00', `${name}9`],
  [`C${name}3`, `${name}-CUP`, 'CUP', '-1', `${day} 11:00`, '2.00', `${name}9`],
];
const onAccount = { paid_by: 'account', vat_cut_over: '2026-06-30' } as const;
const some = (name: string, options: Parameters<typeof imported>[1] = onAccount) =>
  imported(small(name), options);

/** The undo is refused with a reason and a link, and nothing is undone. */
async function isBlocked(
  id: number,
  kind: string,
  words: string | RegExp,
  link: string | RegExp,
): Promise<void> {
  const { blocks } = await plan(id);
  expect(blocks.map(block => block.kind)).toEqual([kind]);
  expect(blocks[0]?.words).toMatch(words);
  expect(blocks[0]?.link).toMatch(link);
  const before = await app.digest();
  const response = await undo(id);
  expect(response.status).toBe(409);
  expect(response.refusal.message).toContain(blocks[0]?.words);
  expect(await app.digest()).toBe(before);
  expect(await stateOf(id)).toBe('done');
}

test('F72 an undo shows first what it reverses, in numbers, and then hides every sale', async () => {
  const done = await some('a');
  expect(await plan(done.id)).toEqual({
    lines: 3,
    sales: 2,
    // 5 and 3 at £2.00 with 20% VAT; one returned.
    sold: 1200 + 720,
    credit_notes: 1,
    credited: 240,
    stock_adjustments: 0,
    entries: 0,
    products: 1,
    customers: 1,
    blocks: [],
  });
  const sale = await saleOf('a2');
  expect((await undo(done.id)).reply.state).toBe('undoing');
  expect(await settled(clerk, done.id)).toMatchObject({ state: 'undone', problem: null, progress: 3 });
  const gone = (await admin.call(sales.get, { params: { id: sale.id } })).reply;
  expect(gone).toMatchObject({
    status: 'undone',
    outstanding: 0,
    can: { refund: { allowed: false, reason: `${sale.number} was undone with its import.` } },
  });
  expect((await refund(sale, [{ line_number: 1, quantity: '1' }], 240)).status).toBe(409);
  const listed = async (query: { status?: 'undone' }) =>
    (await admin.call(sales.list, { query: { search: 'a2', ...query } })).reply.data.length;
  expect([await listed({}), await listed({ status: 'undone' })]).toEqual([0, 1]);
  // Each posting stays, with a mirror on its own day.
  expect(
    await rowOf(sql`select count(*)::int as journals, count(*) filter (where r.business_date = j.business_date)::int as mirrored
      from journals j join sales_history_posted p on p.document_type = j.document_type and p.document_id = j.document_id
      left join journals r on r.reverses_id = j.id where p.import_id = ${done.id} and j.reverses_id is null`),
  ).toEqual({ journals: 3, mirrored: 3 });
  expect((await undo(done.id)).status).toBe(409);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('F72 refuses to undo an import once a sale of it is refunded', async () => {
  const { id } = await some('b');
  const sale = await saleOf('b2');
  expect(
    (
      await refund(sale, [{ line_number: 1, quantity: '1' }], 0, {
        tenders: [],
        expected_total: '2.40',
      })
    ).status,
  ).toBe(200);
  // The goods were returned as well: of the two reasons the refund comes first.
  const { blocks } = await plan(id);
  expect(blocks.map(block => block.kind)).toEqual(['refunded', 'matched', 'stock_moved']);
  expect(blocks[0]).toMatchObject({ link: `/sales/invoices/${sale.id}`, count: 1 });
  expect(blocks[0]?.words).toContain(`refunds part of ${sale.number}`);
  expect((await undo(id)).status).toBe(409);
});

test('F72 refuses to undo an import while money is allocated to its invoices, and allows it once that is reversed', async () => {
  const { id } = await some('p');
  const { customer } = await saleOf('p2');
  const paid = await admin.call(customerWallet.receive, {
    params: { id: customer.id },
    body: { amount: '5.00', payment_method: 'bank_transfer' },
  });
  expect(paid.status).toBe(200);
  await isBlocked(
    id,
    'matched',
    /is allocated to .* on the customer’s ledger/,
    `/wallet/customer/${customer.id}`,
  );
  await admin.call(customerWallet.reverse, {
    params: { id: paid.reply.id },
    body: { reason: 'Another customer’s' },
  });
  expect((await plan(id)).blocks).toEqual([]);
  await undo(id);
  expect((await settled(clerk, id)).state).toBe('undone');
  expect(await breachesOf(app.db)).toEqual([]);
});

test('F72 refuses to undo an import once its stock is counted, or moves', async () => {
  const { id } = await some('d');
  const { id: product } = await rowOf(sql<{ id: number }>`select id from products where sku = 'd-CUP'`);
  const found = { product_id: product, quantity: '9' };
  const moved = await admin.call(stockAdjustments.create, { body: { reason: 'found', lines: [found] } });
  expect(moved.refusal?.message).toBeUndefined();
  await isBlocked(
    id,
    'stock_moved',
    `Stock of d-CUP CUP moved since: ${moved.reply.number}.`,
    `/products/${product}`,
  );
  const count = await counting.started([product]);
  expect((await counting.count(count, product, '1')).refusal?.message).toBeUndefined();
  expect((await counting.post(count)).refusal?.message).toBeUndefined();
  const { blocks } = await plan(id);
  expect(blocks.map(({ kind, link }) => [kind, link])).toEqual([
    ['counted', `/stock/counts/${count}`],
    ['stock_moved', `/products/${product}`],
  ]);
});

test('F72 refuses to undo an import once a payment of it is reconciled', async () => {
  const { id } = await some('e', { paid_by: 'bank_transfer', vat_cut_over: '2026-06-30' });
  const { key } = await rowOf(sql<{ key: string }>`
    select l.journal_id || '-' || l.line_number as key from journal_lines l join journals j on j.id = l.journal_id
    join sales s on j.document_type = 'sale' and s.id = j.document_id
    where s.customer_reference = 'e1' and l.account_code = '1020'`);
  const tick = (reconciled: boolean) =>
    admin.call(paymentTransactions.reconcile, { body: { reconciled, keys: [key] } });
  expect((await tick(true)).reply.changed).toBe(1);
  await isBlocked(id, 'reconciled', /is reconciled to a statement/, /^\/journals\/\d+$/);
  await tick(false);
  await undo(id);
  expect((await settled(clerk, id)).state).toBe('undone');
});

test('F72 refuses to undo an import into a locked period, and allows it when the lock is moved back', async () => {
  const { id } = await some('f');
  const lock = (locked_through: string | null) =>
    admin.call(books.lock, { body: { locked_through, reason: 'Checked', accept_unbilled: true } });
  expect((await lock('2026-07-31')).status).toBe(200);
  await isBlocked(id, 'locked', 'locked period up to 31 Jul 2026', '/books');
  expect((await lock(null)).status).toBe(200);
  await undo(id);
  expect((await settled(clerk, id)).state).toBe('undone');
});

test('F72 a user who cannot import a history can neither undo one nor see its plan', async () => {
  const { id } = await some('g');
  const seller = await app.as('edit_sale', 'view_sale');
  expect((await undo(id, seller)).status).toBe(403);
  expect((await seller.call(imports.undoPlan, { params: { id } })).status).toBe(403);
  const other = await app.as('edit_sale', 'create_product', 'create_customer');
  expect((await undo(id, other)).status).toBe(200);
  expect((await settled(clerk, id)).state).toBe('undone');
});

test('F72 no VAT return is filed during an undo, and a filed one prevents it', async () => {
  const { id } = await imported(small('k', '2026-06-20'), { ...onAccount, vat_cut_over: '2026-05-31' });
  const file = () => admin.call(vatReturns.file, { body: { to: '2026-06-30' } });
  await sql`update imports set state = 'undo_stopped' where id = ${id}`.execute(app.db);
  const waits = await file();
  expect([waits.status, waits.refusal.message]).toEqual([
    409,
    'An import with sales in this period is being undone. File the return when that is finished.',
  ]);
  await sql`update imports set state = 'done' where id = ${id}`.execute(app.db);
  expect((await file()).status).toBe(200);
  await isBlocked(id, 'vat_return', 'filed VAT return to 30 Jun 2026', '/reports/vat-return/2026-06-30');
});

test('F72 the database keeps an undone sale unchanged, and refuses refunds of it', async () => {
  const { id } = await some('l');
  await undo(id);
  await settled(clerk, id);
  const { sale } = await rowOf(
    sql<{ sale: number }>`select id as sale from sales where customer_reference = 'l1'`,
  );
  await expect(
    sql`update sales set status = 'completed' where id = ${sale}`.execute(app.db),
  ).rejects.toMatchObject({
    constraint: 'sales_stay_as_posted',
  });
  await expect(sql`delete from undone_journals where import_id = ${id}`.execute(app.db)).rejects.toThrow();
});

test('D8 every document of an undone import has an entry of its own in the audit log', async () => {
  const { id } = await imported(
    [
      ...small('m'),
      ['m4', 'm-CUP', 'found', '20', '2026-07-05 12:00', '0'],
      ['m5', 'm-CUP', 'wet', '-4', '2026-07-05 13:00', '0'],
      ['Cm6', 'BANK CHARGES', 'Bank Charges', '-1', '2026-07-05 14:00', '18.00'],
    ],
    { ...onAccount, vat_cut_over: '2026-07-31' },
  );
  await undo(id);
  expect(await settled(clerk, id)).toMatchObject({ state: 'undone' });
  const { rows } = await sql<{ type: string; documents: number; entries: number }>`
    select p.document_type as type, count(*)::int as documents, count(a.id)::int as entries
    from sales_history_posted p left join audit_log a
      on a.record_type = p.document_type and a.record_id = p.document_id and a.action = 'undone'
    where p.import_id = ${id} group by 1 order by 1`.execute(app.db);
  expect(rows).toEqual([
    { type: 'credit_note', documents: 1, entries: 1 },
    { type: 'journal', documents: 1, entries: 1 },
    { type: 'sale', documents: 2, entries: 2 },
    { type: 'stock_adjustment', documents: 2, entries: 2 },
  ]);
  // So has the journal that takes the clearing of VAT back, which is none of its documents.
  expect(
    await rowOf(sql`
      select count(*)::int as journals, count(a.id)::int as entries from vat_cut_over_journals c join journals j on j.id = c.journal_id
      left join audit_log a on a.record_type = 'journal' and a.record_id = j.id where c.import_id = ${id} and j.reason = 'Import undone'`),
  ).toEqual({ journals: 1, entries: 1 });
});

test('D8 every journal of these tests is named in the audit log', async () => {
  expect(await unauditedJournals(app.db)).toEqual([]);
});
