import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customers } from '#domain/customers/customer.contract';
import type { BodySent } from '#domain/kernel/call';
import { books } from '#domain/books/books.contract';
import { sales } from '#domain/sales/sale.contract';
import { vatReliefs } from '#domain/vat-returns/vat-relief.contract';
import { vatReturns } from '#domain/vat-returns/vat-return.contract';
import { agedDebtors } from '#domain/wallet/aged.contract';
import { customerWallet } from '#domain/wallet/customer-wallet.contract';
import { wallets } from '#domain/wallet/wallet.contract';
import { writeOffs } from '#domain/wallet/write-off.contract';
import { breachesOf, movedOn } from '../../../tests/support/books';
import { customerWithCredit, stockedProduct } from '../../../tests/support/shop';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
let admin: Caller;
let now = new Date('2026-01-05T11:00:00Z');
const on = async (day: string) => {
  now = new Date(`${day}T11:00:00Z`);
  admin = await app.as('admin');
};
beforeAll(async () => {
  app = await startTestApp({ clock: () => now });
  admin = await app.as('admin');
});
afterAll(() => app.close());

/** An invoice on account at £2.00 and 20% VAT a piece, due after thirty days. */
async function invoiced(customer: number, pieces: number) {
  const product = await stockedProduct(app.db, { pieces: String(pieces) });
  const total = ((pieces * 240) / 100).toFixed(2);
  const { reply, refusal } = await admin.call(sales.complete, {
    body: {
      client_id: randomUUID(),
      channel: 'desk',
      customer_id: customer,
      price_mode: 'exclusive',
      lines: [{ product_id: product, quantity: String(pieces) }],
      expected_total: total,
      tenders: [{ method: 'account', tendered: total }],
    },
  });
  if (!reply) throw new Error(JSON.stringify(refusal));
  return reply;
}
const customer = (name: string) => customerWithCredit(app.db, 1_000_000, name);
const statementOf = async (id: number) =>
  (await admin.call(wallets.customer.statement, { params: { id } })).reply;
const writeOff = async (
  id: number,
  amount: string,
  more: Partial<BodySent<typeof customerWallet.adjust>> = {},
): Promise<number> => {
  const body = { kind: 'write_off', amount, reason: 'In liquidation', ...more } as const;
  const { refusal } = await admin.call(customerWallet.adjust, { params: { id }, body });
  if (refusal) throw new Error(JSON.stringify(refusal));
  return (await statementOf(id)).entries.findLast(({ kind }) => kind === 'write_off')?.write_off?.id ?? 0;
};
const reverse = (id: number, more: Partial<BodySent<typeof writeOffs.reverse>> = {}, who = admin) =>
  who.call(writeOffs.reverse, { params: { id }, body: { reason: 'Paid after all', ...more } });
const open = async (id: number) =>
  (await statementOf(id)).open_items.map(item => [item.document_number, item.due_on, item.open]);
const agedOf = async (id: number, as_at?: string) =>
  (await admin.call(agedDebtors.list, { query: { party_id: String(id), ...(as_at && { as_at }) } })).reply
    .data[0];
const due = async (kind: 'claim' | 'return', id: number) =>
  (await admin.call(vatReliefs.list, { query: { kind } })).reply.data.filter(({ party }) => party.id === id);
const merge = async (other: number, kept: number) =>
  expect(
    (await admin.call(customers.merge, { params: { id: kept }, body: { other_id: other } })).status,
  ).toBe(200);
const claim = async (item_id = 0, account = '6800') =>
  (await admin.call(vatReliefs.post, { body: { kind: 'claim', account, items: [{ item_id }] } })).status;
const boxesOf = async (to: string) => {
  const { box_1, box_4 } = (await admin.call(vatReturns.get, { query: { to } })).reply;
  return [box_1, box_4];
};

test('L1 W2 a write-off made by mistake is reversed once: the invoice is open again with its own due date', async () => {
  await on('2026-01-05');
  const id = await customer('By Mistake');
  const sale = await invoiced(id, 100);
  await on('2026-03-10');
  const wrote = await writeOff(id, '180.00');
  expect(await open(id)).toEqual([[sale.number, '2026-02-04', 6_000]]);
  await on('2026-04-20');
  const moved = await movedOn(app.db, ['1100', '6800', '2200', '2201'], async () => {
    const two = await Promise.all([reverse(wrote), reverse(wrote)]);
    expect(two.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
    expect(two.find(({ reply }) => reply)?.reply).toMatchObject({ amount: 18_000, reliefs: [] });
  });
  expect(moved).toEqual([18_000, -18_000, 0, 0]);
  expect(await open(id)).toEqual([[sale.number, '2026-02-04', 24_000]]);
  expect((await reverse(wrote)).refusal.message).toMatch(/^WAL-\d{5} is already reversed\.$/);
  const { entries, today } = await statementOf(id);
  expect(entries.map(({ kind, balance, write_off }) => [kind, balance, write_off?.remaining])).toEqual([
    ['invoice', 24_000, undefined],
    ['write_off', 6_000, 0],
    ['reversal', 24_000, undefined],
  ]);
  expect(today).toMatchObject({ balance: 24_000, outstanding: 24_000, unallocated: 0 });
  // The past stays: written off until the day of the reversal, 75 days overdue on it.
  expect(await agedOf(id, '2026-04-19')).toMatchObject({ days_90: 6_000, total: 6_000 });
  expect(await agedOf(id)).toMatchObject({ days_90: 24_000, unallocated: 0, total: 24_000 });
  expect(await breachesOf(app.db)).toEqual([]);
});

test('V26 relief is returned in proportion to what a customer pays of a debt that was written off', async () => {
  await on('2026-01-06');
  const id = await customer('Pays Later');
  await invoiced(id, 100);
  await on('2026-08-10');
  const wrote = await writeOff(id, '180.00');
  const [debt] = await due('claim', id);
  const item_id = debt?.item_id ?? 0;
  expect(await claim(item_id)).toBe(200);
  expect(await boxesOf('2026-09-30')).toEqual([0, 3_000]);
  await on('2026-10-12');
  expect((await reverse(wrote, { invoices: [{ item_id, amount: '180.01' }] })).refusal.errors).toEqual({
    'invoices.0.amount': [expect.stringContaining('Only £180.00 of')],
  });
  // £90.00 of the £180.00 comes in: half of the £30.00 relief goes back.
  const moved = await movedOn(app.db, ['1100', '6800', '2200', '2201'], async () => {
    const { reply } = await reverse(wrote, { invoices: [{ item_id, amount: '90.00' }] });
    expect(reply).toMatchObject({ amount: 9_000, reliefs: [{ vat: 1_500 }] });
  });
  expect(moved).toEqual([9_000, -9_000 + 1_500, -1_500, 0]);
  expect(await boxesOf('2026-12-31')).toEqual([1_500, 0]);
  expect((await statementOf(id)).today).toMatchObject({ balance: 15_000, outstanding: 15_000 });
  expect(await due('claim', id)).toEqual([]);
  // The rest comes in, too; nothing of the relief is left.
  expect((await reverse(wrote)).reply).toMatchObject({ amount: 9_000, reliefs: [{ vat: 1_500 }] });
  expect(await boxesOf('2026-12-31')).toEqual([3_000, 0]);
  expect(await due('return', id)).toEqual([]);
  // A debt that is lost after all is a loss of its own: its relief can be claimed.
  await writeOff(id, '240.00');
  expect(await due('claim', id)).toMatchObject([{ base: 24_000, change_gross: 24_000, change_vat: 4_000 }]);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('V26 relief returned for a payment is not returned or claimed again when the write-off is reversed for it', async () => {
  await on('2026-01-07');
  const id = await customer('Paid First');
  await invoiced(id, 100);
  await on('2026-08-11');
  const wrote = await writeOff(id, '240.00');
  const item_id = (await due('claim', id))[0]?.item_id ?? 0;
  await claim(item_id);
  await admin.call(customerWallet.receive, {
    params: { id },
    body: { amount: '60.00', payment_method: 'bank_transfer' },
  });
  const paid = { kind: 'return', account: '6800', items: [{ item_id, gross: '60.00' }] } as const;
  expect((await admin.call(vatReliefs.post, { body: paid })).reply).toMatchObject({ box_1: 1_000 });
  // £60.00 paid, its relief returned: opening the invoice for it returns nothing more.
  const reversed = await reverse(wrote, { invoices: [{ item_id, amount: '60.00' }] });
  expect(reversed.reply).toMatchObject({ amount: 6_000, reliefs: [] });
  expect(await due('claim', id)).toEqual([]);
  // The next £60.00 does.
  const more = await reverse(wrote, { invoices: [{ item_id, amount: '60.00' }] });
  expect(more.reply).toMatchObject({ reliefs: [{ vat: 1_000 }] });
  // What is lost again has no relief yet.
  await writeOff(id, '60.00');
  expect(await due('claim', id)).toMatchObject([{ change_gross: 6_000, change_vat: 1_000 }]);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('W4 a write-off of several invoices opens the ones that are named; one invoice can be written off alone', async () => {
  await on('2026-01-08');
  const id = await customer('Two Invoices');
  const [first, second] = [await invoiced(id, 10), await invoiced(id, 20)];
  const items = (await statementOf(id)).open_items;
  const itemOf = (number: string | null) =>
    items.find(({ document_number }) => document_number === number)?.id ?? 0;
  await on('2026-03-01');
  expect(
    (
      await admin.call(customerWallet.adjust, {
        params: { id },
        body: {
          kind: 'write_off',
          amount: '48.01',
          item_id: itemOf(second.number),
          reason: 'Disputed',
        },
      })
    ).refusal.errors,
  ).toEqual({ amount: [`Only £48.00 of ${second.number} is open, so no more can be written off.`] });
  const alone = await writeOff(id, '40.00', { item_id: itemOf(second.number) });
  expect(await open(id)).toEqual([
    [first.number, '2026-02-07', 2_400],
    [second.number, '2026-02-07', 800],
  ]);
  const both = await writeOff(id, '32.00');
  expect(await open(id)).toEqual([]);
  expect((await admin.call(writeOffs.get, { params: { id: both } })).reply).toMatchObject({
    amount: 3_200,
    reversed_amount: 0,
    invoices: [
      { document: { number: first.number }, amount: 2_400 },
      { document: { number: second.number }, amount: 800 },
    ],
  });
  const otherInvoice = { item_id: itemOf(first.number), amount: '1.00' };
  expect((await reverse(alone, { invoices: [otherInvoice] })).refusal.errors).toHaveProperty([
    'invoices.0.item_id',
  ]);
  const twice = { item_id: itemOf(second.number), amount: '1.00' };
  expect((await reverse(both, { invoices: [twice, twice] })).refusal.errors).toHaveProperty('invoices');
  expect((await reverse(both, { invoices: [{ ...twice, amount: '8.00' }] })).status).toBe(200);
  expect(await open(id)).toEqual([[second.number, '2026-02-07', 800]]);
  // A write-off never becomes credit to spend.
  const pair = { debit_item_id: itemOf(first.number), credit_item_id: 0 };
  const { data } = (await admin.call(customerWallet.matches, { params: { id } })).reply;
  const match = data.find(
    ({ debit, credit }) => debit.id === pair.debit_item_id && credit.kind === 'write_off',
  );
  expect(match?.can_take_back).toBe(false);
  const removed = await admin.call(customerWallet.removeMatch, {
    params: { id },
    body: { ...pair, credit_item_id: match?.credit.id ?? 0 },
  });
  expect([removed.status, removed.refusal.message]).toEqual([
    409,
    expect.stringMatching(/^Reverse WAL-\d{5} to/),
  ]);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('D5 D6 a reversal posts on an open day on or after the write-off, by a user who may adjust ledgers', async () => {
  await on('2026-01-09');
  const id = await customer('Locked');
  await invoiced(id, 10);
  await on('2026-03-02');
  const wrote = await writeOff(id, '24.00');
  for (const rights of [['view_ledger'], ['create_payment', 'view_ledger']] as const)
    expect((await reverse(wrote, {}, await app.as(...rights))).status).toBe(403);
  expect((await (await app.as('create_payment')).call(writeOffs.get, { params: { id: wrote } })).status).toBe(
    403,
  );
  const early = await reverse(wrote, { business_date: '2026-03-01', date_reason: 'Late' });
  expect(early.refusal.errors).toHaveProperty('business_date');
  const lock = { locked_through: '2026-03-31', reason: 'March is closed' };
  await on('2026-04-02');
  expect((await admin.call(books.lock, { body: lock })).status).toBe(200);
  const locked = await reverse(wrote, { business_date: '2026-03-31', date_reason: 'Late' });
  expect(locked.refusal.errors).toHaveProperty('business_date');
  expect((await reverse(wrote)).status).toBe(200);
  const { rows } = await sql<{ day: string }>`
    select business_date::text as day from wallet_adjustments where reverses_id = ${wrote}`.execute(app.db);
  expect(rows).toEqual([{ day: '2026-04-02' }]);
  // The database refuses more than the write-off, whatever the code does.
  await expect(
    sql`insert into wallet_adjustments (number, kind, customer_id, account_code, amount_pence, reason, business_date, posted_by, posted_at, reverses_id)
      select 'WAL-99999', 'write_off_reversal', customer_id, account_code, 1, 'x', '2026-04-02', posted_by, now(), id
      from wallet_adjustments where id = ${wrote}`.execute(app.db),
  ).rejects.toMatchObject({ constraint: 'write_offs_cover_their_reversals' });
  expect((await reverse(999_999)).status).toBe(404);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('W9 goods of a written-off invoice are not refunded in money: the write-off is reversed first', async () => {
  await on('2026-04-03');
  const id = await customer('Goods Come Back');
  const sale = await invoiced(id, 10);
  await on('2026-05-05');
  const wrote = await writeOff(id, '20.00');
  const refund = (quantity: string, total: string) =>
    admin.call(sales.refund, {
      params: { id: sale.id },
      body: {
        client_id: randomUUID(),
        reason: 'Goods returned',
        lines: [{ line_number: 1, quantity, goods: 'stock' }],
        expected_total: total,
        tenders: total === '2.40' ? [] : [{ method: 'wallet', amount: (Number(total) - 4).toFixed(2) }],
      },
    });
  // £4.00 of the £24.00 is open: £2.40 of goods reduce it, £12.00 would be paid out of a debt never paid.
  const refused = await refund('5', '12.00');
  expect([refused.status, refused.refusal.message]).toEqual([
    409,
    expect.stringMatching(/^£20\.00 of INV-\d+ was written off, not paid\. Reverse WAL-\d{5} on/),
  ]);
  const cancelled = await admin.call(sales.cancel, {
    params: { id: sale.id },
    body: { client_id: randomUUID(), reason: 'Never paid' },
  });
  expect(cancelled.refusal.message).toContain('was written off, not paid');
  expect((await refund('1', '2.40')).status).toBe(200);
  expect((await reverse(wrote)).status).toBe(200);
  const whole = await admin.call(sales.cancel, {
    params: { id: sale.id },
    body: { client_id: randomUUID(), reason: 'Never paid' },
  });
  expect(whole.status).toBe(200);
  expect((await statementOf(id)).today).toMatchObject({ balance: 0, outstanding: 0, unallocated: 0 });
  expect(await breachesOf(app.db)).toEqual([]);
});

test('V26 a debt that moved with a merge of customers is relieved as its invoice, and its relief is returned', async () => {
  await on('2026-05-06');
  const [other, kept] = [await customer('Moved Away'), await customer('Took Over')];
  const sale = await invoiced(other, 100);
  await admin.call(customerWallet.receive, {
    params: { id: other },
    body: { amount: '40.00', payment_method: 'bank_transfer' },
  });
  await merge(other, kept);
  // £200.00 of £240.00 is lost on the remaining ledger, due on 5 June.
  await on('2026-12-07');
  const wrote = await writeOff(kept, '200.00');
  const [debt] = await due('claim', other);
  // 40.00 × 200 / 240 = 33.33.
  expect(debt).toMatchObject({
    document: { number: sale.number },
    due_on: '2026-06-05',
    gross: 24_000,
    base: 20_000,
    change_vat: 3_333,
  });
  expect(await claim(debt?.item_id ?? 0)).toBe(200);
  expect(await claim(debt?.item_id ?? 0)).toBe(422);
  const { invoices } = (await admin.call(writeOffs.get, { params: { id: wrote } })).reply;
  expect(invoices).toMatchObject([{ amount: 20_000, relieved_vat: 3_333 }]);
  // £100.00 is paid: 40.00 × 100 / 240 = 16.67 stays, 16.66 is returned; then the rest.
  const part = { item_id: invoices[0]?.item_id ?? 0, amount: '100.00' };
  expect((await reverse(wrote, { invoices: [part] })).reply).toMatchObject({ reliefs: [{ vat: 1_666 }] });
  expect((await reverse(wrote)).reply).toMatchObject({ amount: 10_000, reliefs: [{ vat: 1_667 }] });
  expect((await statementOf(kept)).today).toMatchObject({ balance: 20_000, outstanding: 20_000 });
  expect(await breachesOf(app.db)).toEqual([]);
});

test('V26 relief is returned to each account where it was claimed, or to 6800 if that is inactive', async () => {
  await sql`insert into accounts values ('6850', 'Lost abroad', 'expense', 'debit')`.execute(app.db);
  await on('2026-11-02');
  const id = await customer('Two Accounts');
  for (const pieces of [100, 50]) await invoiced(id, pieces);
  await on('2027-06-10');
  const wrote = await writeOff(id, '360.00');
  const items = (await due('claim', id)).map(({ item_id }) => item_id).toSorted((one, two) => one - two);
  expect([await claim(items[0], '6850'), await claim(items[1], '6910')]).toEqual([200, 200]);
  await sql`update accounts set status = 'inactive' where code = '6850'`.execute(app.db);
  const moved = await movedOn(app.db, ['6800', '6850', '6910', '2200'], () => reverse(wrote));
  // The relief of £40.00 was on 6850, that of £20.00 on 6910.
  expect(moved).toEqual([-32_000, 0, 2_000, -6_000]);
});
