import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { poundsFromPence } from '#domain/kernel/money';
import { sales } from '#domain/sales/sale.contract';
import { customerWallet } from '#domain/wallet/customer-wallet.contract';
import { writeOffs } from '#domain/wallet/write-off.contract';
import { type Approver, someApprovals } from '../../../tests/support/approvals';
import { breachesOf } from '../../../tests/support/books';
import { customerWithCredit, openTill, shopFloor, stockedProduct } from '../../../tests/support/shop';
import { startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
let on: ReturnType<typeof someApprovals>;
let chief: Approver;
let clerk: Approver;
let till: number;
let product: number;
const { sold, refund, sent } = shopFloor(() => ({ app, seller: clerk, till }));
beforeAll(async () => {
  app = await startTestApp();
  on = someApprovals(app);
  chief = await on.approver('approve_variance', 'adjust_ledger');
  clerk = await on.approver(
    'view_pos',
    'create_sale',
    'view_sale',
    'edit_sale',
    'refund_sale',
    'void_sale',
    'adjust_ledger',
    'sell_on_account',
  );
  till = await openTill(app.db, 500_000);
  product = await stockedProduct(app.db, { price: 9000 as never, pieces: '1000' });
});
afterAll(() => app.close());

/** Ten pieces of £90.00. */
const tenPieces = () => sold([{ product_id: product, quantity: '10' }], 90_000);
const one = [{ line_number: 1, quantity: '1' }];
const holds = async () => expect(await breachesOf(app.db)).toEqual([]);

test('P15 a refund in parts needs approval once its parts together are above the limit; what was approved no longer counts', async () => {
  await on.limits({ refund_limit: '100.00' });
  const sale = await tenPieces();
  expect((await refund(sale, one, 9000)).status, '£90.00').toBe(200);
  const client_id = randomUUID();
  const second = await refund(sale, one, 9000, { client_id });
  expect([second.status, second.refusal.message]).toEqual([
    403,
    'Someone with permission must approve this: a refund above the limit. £90.00 of this sale has already been refunded without approval.',
  ]);
  const needs = on.needsOf(second);
  expect(needs, 'of this part only').toMatchObject([
    { kind: 'large_refund', sale_id: sale.id, amount: '90.00' },
  ]);
  const { approvals } = (await on.give(clerk, chief, client_id, needs)).reply;
  expect((await refund(sale, one, 9000, { client_id, approvals })).status).toBe(200);
  const small = (amount: number) =>
    refund(sale, [{ line_number: 1, amount: poundsFromPence(amount), goods: 'kept' }], amount);
  expect((await small(1000)).status, '£90.00 and £10.00').toBe(200);
  expect((await small(1)).status, 'a penny more').toBe(403);
  expect((await refund(await tenPieces(), one, 9000)).status, 'of another sale').toBe(200);
  await holds();
});

test('P15 two parts at once do not pass the limit together', async () => {
  await on.limits({ refund_limit: '100.00' });
  const sale = await tenPieces();
  const both = await Promise.all([refund(sale, one, 9000), refund(sale, one, 9000)]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403]);
});

test('P15 edits that each lower a sale by less than the limit count together, and so does cancelling what is left', async () => {
  await on.limits({ refund_limit: '100.00' });
  const first = await tenPieces();
  const lower = (id: number, pieces: number) =>
    clerk.call(sales.replace, {
      params: { id },
      body: {
        reason: 'One fewer',
        sale: sent([{ product_id: product, quantity: String(pieces) }], pieces * 9000, { tenders: [] }),
        refund_tenders: [{ method: 'cash', amount: '90.00' }],
      },
    });
  const edited = await lower(first.id, 9);
  expect(edited.status).toBe(200);
  const again = await lower(edited.reply.id, 8);
  expect(on.needsOf(again)).toMatchObject([
    { kind: 'large_refund', sale_id: edited.reply.id, amount: '90.00' },
  ]);
  // An edit that gives nothing back is no refund.
  const noted = await clerk.call(sales.replace, {
    params: { id: edited.reply.id },
    body: {
      reason: 'A note',
      sale: sent([{ product_id: product, quantity: '9' }], 81_000, { tenders: [], notes: 'By the door' }),
      refund_tenders: [],
    },
  });
  expect(noted.status).toBe(200);
  expect((await refund(noted.reply, one, 9000)).status, 'a refund after the edit').toBe(403);
  const cheap = await sold([{ product_id: product, quantity: '1' }], 9000);
  const cancel = { client_id: randomUUID(), session_id: till, reason: 'Wrong' };
  expect((await clerk.call(sales.cancel, { params: { id: cheap.id }, body: cancel })).status).toBe(200);
  await holds();
});

const debtor = async () => {
  const customer = await customerWithCredit(app.db, 1_000_000);
  await sold([{ product_id: product, quantity: '10' }], 90_000, {
    customer_id: customer,
    tenders: [{ method: 'account', tendered: '900.00' }],
  });
  const letOff = (kind: 'write_off' | 'credit', amount: string, more: object = {}) =>
    clerk.call(customerWallet.adjust, {
      params: { id: customer },
      body: {
        kind,
        amount,
        reason: 'Goodwill',
        ...(kind === 'credit' ? { account_code: '4010' } : {}),
        ...more,
      },
    });
  return { customer, letOff };
};

test('P15 write-offs and credits of a customer on one day count together', async () => {
  await on.limits({ write_off_limit: '100.00' });
  const { customer, letOff } = await debtor();
  expect((await letOff('write_off', '95.00')).status).toBe(200);
  const client_id = randomUUID();
  const second = await letOff('credit', '95.00', { client_id });
  expect([second.status, second.refusal.message]).toEqual([
    403,
    'Someone with permission must approve this: a write-off or credit above the limit. £95.00 has already been written off or credited today without approval.',
  ]);
  const needs = on.needsOf(second);
  expect(needs).toEqual([{ kind: 'customer_credit', customer_id: customer, amount: '95.00', of: 'credit' }]);
  const { approvals } = (await on.give(clerk, chief, client_id, needs)).reply;
  expect((await letOff('credit', '95.00', { client_id, approvals })).status).toBe(200);
  expect((await letOff('write_off', '5.00')).status, '£95.00 and £5.00').toBe(200);
  expect((await letOff('write_off', '0.01')).status).toBe(403);
  expect((await (await debtor()).letOff('write_off', '95.00')).status, 'another customer').toBe(200);
  await holds();
});

test('P15 a reversed write-off lets no one off, and yesterday’s were yesterday’s', async () => {
  await on.limits({ write_off_limit: '100.00' });
  const { customer, letOff } = await debtor();
  expect((await letOff('write_off', '95.00')).status).toBe(200);
  const admin = await app.as('admin');
  const { rows } = await sql<{ id: number }>`
    select id from wallet_adjustments where customer_id = ${customer} and kind = 'write_off'`.execute(app.db);
  const reversed = await admin.call(writeOffs.reverse, {
    params: { id: rows[0]?.id ?? 0 },
    body: { reason: 'Wrong customer' },
  });
  expect(reversed.status).toBe(200);
  expect((await letOff('write_off', '95.00')).status).toBe(200);
  expect((await letOff('write_off', '95.00')).status).toBe(403);
  await sql`alter table wallet_adjustments disable trigger user`.execute(app.db);
  await sql`update wallet_adjustments set posted_at = posted_at - interval '25 hours' where customer_id = ${customer}`.execute(
    app.db,
  );
  await sql`alter table wallet_adjustments enable trigger user`.execute(app.db);
  expect((await letOff('write_off', '95.00')).status, 'the next day').toBe(200);
});

test('P15 the database refuses parts that together are above the limit', async () => {
  await on.limits({});
  const sale = await tenPieces();
  const { letOff } = await debtor();
  expect((await refund(sale, one, 9000)).status).toBe(200);
  expect((await letOff('write_off', '95.00')).status).toBe(200);
  // The code saw no limit; the database sees one at the commit.
  await sql`create or replace function approval_limit(name text) returns bigint language sql stable as 'select 10000::bigint'`.execute(
    app.db,
  );
  for (const tried of [() => refund(sale, one, 9000), () => letOff('write_off', '95.00')]) {
    const { status, refusal } = await tried();
    expect([status, refusal?.message]).toEqual([
      409,
      expect.stringMatching(/above the limit\. Have it approved/),
    ]);
  }
});
