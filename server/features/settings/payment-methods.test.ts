import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accounts } from '#domain/accounts/account.contract';
import { pos } from '#domain/pos/pos.contract';
import { paymentTransactions } from '#domain/reports/payment-transactions.contract';
import { salesSummaries } from '#domain/reports/sales-summary.contract';
import { sales } from '#domain/sales/sale.contract';
import { session } from '#domain/session/session.contract';
import { paymentMethods, type TillMethod, tillMethod } from '#domain/settings/payment-methods.contract';
import { customerWallet } from '#domain/wallet/customer-wallet.contract';
import { balanceOf, breachesOf } from '../../../tests/support/books';
import { methodsWith } from '../../../tests/support/payment-rules';
import { textOfPdf } from '../../../tests/support/pdf-text';
import { customerWithCredit, openTill, shopFloor, stockedProduct } from '../../../tests/support/shop';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
let boss: Caller;
let seller: Caller;
let till: number;
let product: number;
beforeAll(async () => {
  app = await startTestApp();
  boss = await app.as('admin');
  seller = await app.as('view_pos', 'create_sale', 'view_sale', 'refund_sale');
  till = await openTill(app.db);
  product = await stockedProduct(app.db);
});
afterAll(() => app.close());
const { sent, complete, refund } = shopFloor(() => ({ app, seller, till }));

type Changes = Partial<Record<TillMethod, object>>;

/** The current methods with the changes applied. */
async function bodyWith(changes: Changes, order?: readonly TillMethod[]) {
  const { methods, version } = await methodsWith(boss, method => changes[method]);
  const placed = order?.flatMap(method => methods.filter(row => row.method === method)) ?? methods;
  return { methods: placed, version };
}
const save = async (changes: Changes, order?: readonly TillMethod[]) =>
  boss.call(paymentMethods.save, { body: await bodyWith(changes, order) });
const pay = (method: string, tender: object = {}, more: object = {}) =>
  complete(
    sent([{ product_id: product, quantity: '1' }], 240, {
      tenders: [{ method, tendered: '2.40', ...tender } as never],
      ...more,
    }),
  );
const journalOf = async (saleId: number) => {
  const { rows } = await sql<{ account_code: string }>`
    select account_code from journal_lines l join journals j on j.id = l.journal_id
    where j.document_type = 'sale' and j.document_id = ${saleId} and l.debit_pence = 240`.execute(app.db);
  return rows.map(({ account_code }) => account_code);
};

test("L4 F85 a till accepts the shop's methods, with a reference where required; offline sales still count", async () => {
  const { reply } = await boss.call(paymentMethods.get);
  expect(reply.data.map(({ method, account }) => [method, account?.code])).toEqual([
    ['cash', '1000'],
    ['credit_card', '1030'],
    ['wallet', undefined],
    ['account', undefined],
    ['bank_transfer', '1020'],
    ['cheque', '1025'],
    ['upi', '1040'],
    ['other', '1040'],
  ]);
  // F85: UPI is a method, and off until a company turns it on.
  expect(reply.data.filter(({ is_taken }) => !is_taken).map(({ method }) => method)).toEqual(['upi']);
  expect((await pay('upi')).refusal.errors?.tenders?.[0]).toContain('Payments by UPI are not accepted');
  const stale = await bodyWith({});
  const changes = { credit_card: { needs_reference: true }, upi: { is_taken: false } };
  expect((await save(changes)).reply).toMatchObject({ version: 2 });
  expect((await boss.call(paymentMethods.save, { body: stale })).status).toBe(409);
  expect((await pay('upi')).refusal.errors?.tenders?.[0]).toContain('Payments by UPI are not accepted');
  expect((await pay('credit_card')).refusal.errors?.tenders?.[0]).toContain('needs a reference');
  expect((await pay('credit_card', { reference: '4242' })).status).toBe(200);
  expect((await pay('upi', {}, { was_offline: true })).status).toBe(200);
  const { payment } = (await seller.call(pos.catalogue, { query: {} })).reply.head ?? {};
  expect([payment?.credit_card.needs_reference, payment?.upi.is_taken]).toEqual([true, false]);
});

test('cash opens the drawer until the shop changes it, and each till is updated', async () => {
  const opening = async () => {
    const { head } = (await seller.call(pos.catalogue, { query: {} })).reply;
    return tillMethod.options.filter(method => head?.payment[method].opens_drawer);
  };
  expect(await opening()).toEqual(['cash']);
  await save({ cash: { opens_drawer: false }, cheque: { opens_drawer: true } });
  expect(await opening()).toEqual(['cheque']);
  expect((await app.audits())[0]).toMatchObject({
    before: { cheque: { opens_drawer: false } },
    after: { cheque: { opens_drawer: true } },
  });
  const { refusal } = await save({ cheque: { opens_drawer: 'often' } });
  expect(refusal.errors).toEqual({ 'methods.5.opens_drawer': ['Choose whether it opens the drawer.'] });
  await save({ cash: { opens_drawer: true }, cheque: { opens_drawer: false } });
});

test("tills, receipts, sessions and reports use the shop's names and order, and changes are logged before and after", async () => {
  const { reply } = await save({ credit_card: { name: 'Card machine', needs_reference: false } }, [
    'credit_card',
    'cash',
    'wallet',
    'account',
    'bank_transfer',
    'cheque',
    'upi',
    'other',
  ]);
  expect(reply.data[0]).toMatchObject({ method: 'credit_card', name: 'Card machine' });
  expect((await app.audits())[0]).toMatchObject({
    record_name: 'Payment at the till',
    before: { credit_card: { name: null, position: 1, account: '1030' } },
    after: { credit_card: { name: 'Card machine', position: 0, account: '1030' } },
  });
  const head = (await seller.call(pos.catalogue, { query: {} })).reply.head;
  expect(head?.payment.credit_card).toMatchObject({ name: 'Card machine', position: 0 });
  expect(head?.payment.credit_card).not.toHaveProperty('account');
  expect((await seller.call(session.user)).reply.user.payment.names).toEqual({ credit_card: 'Card machine' });
  const sale = (await pay('credit_card')).reply;
  const paper = await seller.call(sales.pdf, { params: { id: sale.id }, query: { paper: '80mm' } });
  expect(await textOfPdf(paper.raw)).toContain('Card machine');
  const reports = [
    await boss.call(salesSummaries.export, { query: { format: 'pdf' } }),
    await boss.call(paymentTransactions.pdf, { query: {} }),
  ];
  for (const { raw } of reports) expect(await textOfPdf(raw)).toContain('Card machine');
});

test("another account applies from now on; posted payments stay, and the method's payments are found in both", async () => {
  await boss.call(accounts.create, { body: { code: '1031', name: 'Card terminal', kind: 'asset' } });
  const old = (await pay('credit_card', { reference: 'OLD' })).reply;
  expect((await save({ credit_card: { account_code: '1031' } })).status).toBe(200);
  const sale = (await pay('credit_card', { reference: 'NEW' })).reply;
  expect([await journalOf(old.id), await journalOf(sale.id)]).toEqual([['1030'], ['1031']]);
  const customer = await customerWithCredit(app.db, null);
  const receipt = { amount: '5.00', payment_method: 'credit_card' } as const;
  await boss.call(customerWallet.receive, { params: { id: customer }, body: receipt });
  expect(await balanceOf(app.db, '1031')).toBe(740);
  const refunded = await refund(sale, [{ line_number: 1, quantity: '1' }], 240, {
    tenders: [{ method: 'credit_card', amount: '2.40' }],
  });
  expect(refunded.status).toBe(200);
  expect(await balanceOf(app.db, '1031')).toBe(500);
  await save({ credit_card: { account_code: '1030' } });
  const found = await boss.call(paymentTransactions.list, {
    query: { method: 'credit_card', per_page: '100' },
  });
  expect(found.reply.data.map(({ account, reference }) => [account?.code, reference])).toEqual(
    expect.arrayContaining([
      ['1030', 'OLD'],
      ['1031', 'NEW'],
    ]),
  );
  expect(found.reply.data.every(row => row.method === 'credit_card')).toBe(true);
  expect(found.reply.data.filter(({ account }) => account?.code === '1031')).toHaveLength(3);
  const totals = (await boss.call(paymentTransactions.totals, { query: {} })).reply;
  expect(totals.accounts.find(({ code }) => code === '1031')).toMatchObject({
    in: 740,
    out: 240,
    closing: 500,
  });
  expect(await breachesOf(app.db)).toEqual([]);
});

test('an account used by a method stays active, and an inactive one cannot be chosen', async () => {
  await boss.call(accounts.create, { body: { code: '1032', name: 'Spare', kind: 'asset' } });
  await save({ cheque: { account_code: '1032' } });
  const close = () =>
    boss.call(accounts.update, { params: { code: 1032 }, body: { name: 'Spare', status: 'inactive' } });
  expect((await close()).refusal.errors?.status?.[0]).toContain('A payment method uses 1032');
  await save({ cheque: { account_code: '1025' } });
  expect((await close()).status).toBe(200);
  expect((await save({ cheque: { account_code: '1032' } })).refusal.errors).toHaveProperty(
    'methods.5.account_code',
  );
});

test('returned goods are not refunded by a method the shop does not refund by', async () => {
  const sale = (await pay('bank_transfer')).reply;
  await save({ bank_transfer: { is_paid_back: false, name: 'BACS' } });
  expect((await seller.call(session.user)).reply.user.payment.not_paid_back).toEqual(['bank_transfer']);
  const back = (method: string) =>
    refund(sale, [{ line_number: 1, quantity: '1' }], 240, {
      tenders: [{ method, amount: '2.40' } as never],
    });
  expect((await back('bank_transfer')).refusal.errors?.tenders?.[0]).toBe(
    'Refunds are not made by BACS. Choose another method.',
  );
  expect((await back('cash')).status).toBe(200);
});

test.each([
  ['cash switched off', { cash: { is_taken: false } }, 'methods.1.is_taken'],
  ['a wallet with a reference', { wallet: { needs_reference: true } }, 'methods.2.needs_reference'],
  ['cash in the bank', { cash: { account_code: '1020' } }, 'methods.1.account_code'],
  ['a wallet with an account', { wallet: { account_code: '1020' } }, 'methods.2.account_code'],
  ['money in the stock account', { cheque: { account_code: '1200' } }, 'methods.5.account_code'],
  ['money in the drawers', { cheque: { account_code: '1000' } }, 'methods.5.account_code'],
  ['no account', { cheque: { account_code: null } }, 'methods.5.account_code'],
  ['a duplicate name', { upi: { name: 'cheque' } }, 'methods.6.name'],
])('%s is refused at its field', async (_, changes: Changes, field) => {
  const before = await app.digest();
  const { status, refusal } = await save(changes);
  expect([status, Object.keys(refusal.errors ?? {})]).toEqual([422, [field]]);
  expect(await app.digest()).toBe(before);
});

test('every method is sent once', async () => {
  const { methods } = await bodyWith({});
  for (const wrong of [methods.slice(1), [...methods.slice(1), methods[1]], []])
    expect((await boss.call(paymentMethods.save, { body: { methods: wrong as never } })).status).toBe(422);
});

test('rules saved by earlier versions are completed with the defaults', async () => {
  await sql`update settings set value = '{"upi": {"is_taken": false, "needs_reference": true}}' where key = 'payment_methods'`.execute(
    app.db,
  );
  const { data } = (await boss.call(paymentMethods.get)).reply;
  expect(data.find(({ method }) => method === 'upi')).toMatchObject({ is_taken: false, is_paid_back: true });
  expect(data[0]?.method).toBe('cash');
});

test('F85 the upgrade keeps UPI where a company used or chose it, and no longer offers it elsewhere', async () => {
  const upgrade = await readFile('server/migrations/0118_upi_where_it_is_used.sql', 'utf8');
  const kept = async () => {
    const { rows } = await sql<{ upi: unknown }>`
      select value -> 'upi' as upi from settings where key = 'payment_methods'`.execute(app.db);
    return rows[0]?.upi ?? null;
  };
  await sql`delete from settings where key = 'payment_methods'`.execute(app.db);
  // This company took UPI payments above, so its settings for UPI stay.
  await sql.raw(upgrade).execute(app.db);
  expect(await kept()).toEqual({ is_taken: true });
  await sql`update settings set value = '{"upi": {"is_taken": false}}' where key = 'payment_methods'`.execute(
    app.db,
  );
  await sql.raw(upgrade).execute(app.db);
  expect(await kept()).toEqual({ is_taken: false });
  const other = await startTestApp();
  try {
    await sql.raw(upgrade).execute(other.db);
    const { rows } = await sql`select from settings where key = 'payment_methods'`.execute(other.db);
    expect(rows).toHaveLength(0);
  } finally {
    await other.close();
  }
});
