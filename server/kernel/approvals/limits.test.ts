import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit } from '#domain/audit/audit.contract';
import { poundsFromPence } from '#domain/kernel/money';
import type { Permission } from '#domain/kernel/permissions';
import { sales } from '#domain/sales/sale.contract';
import { stockAdjustments } from '#domain/stock/stock-adjustment.contract';
import { stockCounts } from '#domain/stock/stock-count.contract';
import { customerWallet } from '#domain/wallet/customer-wallet.contract';
import { type Approver, someApprovals } from '../../../tests/support/approvals';
import { breachesOf } from '../../../tests/support/books';
import { someCounting } from '../../../tests/support/stocktakes';
import { customerWithCredit, openTill, shopFloor, stockedProduct } from '../../../tests/support/shop';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import { withoutRandom } from '../../../tests/support/without-random';

let app: TestApp;
let on: ReturnType<typeof someApprovals>;
let chief: Approver;
let clerk: Approver;
let seller: Caller;
let till: number;
const { sold, refund, sent } = shopFloor(() => ({ app, seller, till }));
beforeAll(async () => {
  app = await startTestApp();
  on = someApprovals(app);
  chief = await on.approver('approve_variance', 'review_stock_count', 'adjust_ledger', 'view_cost');
  clerk = await on.approver(
    'view_pos',
    'create_sale',
    'view_sale',
    'edit_sale',
    'refund_sale',
    'void_sale',
    'approve_variance',
    'view_stock',
    'adjust_stock',
    'review_stock_count',
    'view_cost',
    'adjust_ledger',
  );
  seller = clerk;
  till = await openTill(app.db, 500_000);
});
afterAll(() => app.close());

/** A cash sale of several units of £12.00 each. */
async function saleOf(pieces: number) {
  const product = await stockedProduct(app.db, { price: 1200 as never, cost: 500 });
  return sold([{ product_id: product, quantity: String(pieces) }], pieces * 1200);
}

const back = (quantity: string) => [{ line_number: 1, quantity }];

test('F05 without a limit refunds, write-offs, adjustments and stocktakes need no approval', async () => {
  const sale = await saleOf(10);
  expect((await refund(sale, back('10'), 12_000)).status).toBe(200);
});

test('F05 a refund above the limit needs a second person, for these lines of this sale up to this amount, once', async () => {
  await on.limits({ refund_limit: '20.00' });
  const sale = await saleOf(4);
  expect((await refund(sale, back('1'), 1200)).status, 'within the limit').toBe(200);
  const client_id = randomUUID();
  const response = await refund(sale, back('2'), 2400, { client_id });
  const needs = on.needsOf(response);
  expect(needs).toEqual([
    {
      kind: 'large_refund',
      sale_id: sale.id,
      amount: '24.00',
      lines: [{ line_number: 1, quantity: '2', amount: '24.00' }],
    },
  ]);
  const own = await on.give(clerk, clerk, client_id, needs);
  expect([own.status, own.refusal.message]).toEqual([
    403,
    'You entered this, so someone else must approve it.',
  ]);
  const approvals = (await on.give(clerk, chief, client_id, needs)).reply.approvals;
  expect((await refund(sale, back('3'), 3600, { client_id, approvals })).status, 'three').toBe(403);
  const other = await saleOf(2);
  expect((await refund(other, back('2'), 2400, { client_id, approvals })).status, 'another sale').toBe(403);
  expect((await refund(sale, back('2'), 2400, { approvals })).status, 'another refund').toBe(403);
  const twice = await Promise.all([1, 2].map(() => refund(sale, back('2'), 2400, { client_id, approvals })));
  expect(twice.map(({ status }) => status)).toEqual([200, 200]);
  const { rows } = await sql`
    select a.kind, a.up_to_pence, a.approved_by from document_approvals a join credit_notes n on n.id = a.document_id
    where a.document_type = 'credit_note' and n.sale_id = ${sale.id}`.execute(app.db);
  expect(rows, 'one refund, one approval').toEqual([
    { kind: 'large_refund', up_to_pence: 2400, approved_by: chief.userId },
  ]);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('F05 family: cancelling a sale, lowering it by an edit, and an exchange refund no more than the limit without approval', async () => {
  await on.limits({ refund_limit: '20.00' });
  const sale = await saleOf(3);
  const params = { id: sale.id };
  const cancel = { client_id: randomUUID(), session_id: till, reason: 'Wrong' };
  const needs = on.needsOf(await clerk.call(sales.cancel, { params, body: cancel }));
  expect(needs).toMatchObject([{ kind: 'large_refund', amount: '36.00' }]);
  const [line] = sale.lines;
  const product_id = line?.product.id ?? 0;
  const lowered = sent([{ product_id, quantity: '1' }], 1200, { tenders: [] });
  const edit = (approvals: string[] = []) =>
    clerk.call(sales.replace, {
      params,
      body: {
        reason: 'One only',
        sale: { ...lowered, approvals },
        refund_tenders: [{ method: 'cash', amount: '24.00' }],
      },
    });
  expect(on.needsOf(await edit())).toMatchObject([{ kind: 'large_refund', amount: '24.00' }]);
  const exchange = await clerk.call(sales.exchange, {
    params,
    body: {
      refund: {
        client_id: randomUUID(),
        session_id: till,
        reason: 'Swap',
        lines: back('2'),
        expected_total: '24.00',
      },
      sale: sent([{ product_id, quantity: '2' }], 2400, { tenders: [] }),
    },
  });
  expect(on.needsOf(exchange)).toMatchObject([{ kind: 'large_refund', amount: '24.00' }]);
  const approvals = (await on.give(clerk, chief, lowered.client_id, on.needsOf(await edit()))).reply
    .approvals;
  expect((await edit(approvals)).status).toBe(200);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('P15 an edit that pays money out asks for approval of it, however much is taken another way', async () => {
  await on.limits({ refund_limit: '20.00' });
  const sale = await saleOf(3);
  const params = { id: sale.id };
  const product_id = sale.lines[0]?.product.id ?? 0;
  const same = sent([{ product_id, quantity: '3' }], 3600, {
    tenders: [{ method: 'bank_transfer', tendered: '36.00' }],
  });
  const edit = (refund_tenders: object[], more: Partial<typeof same> = {}) =>
    clerk.call(sales.replace, {
      params,
      body: { reason: 'Paid otherwise', sale: { ...same, ...more }, refund_tenders: refund_tenders as never },
    });
  const out = [{ method: 'cash', amount: '36.00' }];
  const needs = on.needsOf(await edit(out));
  expect(needs).toMatchObject([{ kind: 'large_refund', sale_id: sale.id, amount: '36.00' }]);
  const toWallet = on.needsOf(await edit([{ method: 'wallet', amount: '36.00' }]));
  expect(toWallet).toMatchObject([{ kind: 'large_refund', amount: '36.00' }]);
  // Nothing else than money that is paid out can be entered.
  const carried = await edit([{ method: 'exchange', amount: '12.00' }]);
  expect([carried.status, Object.keys(carried.refusal.errors ?? {})]).toEqual([422, ['refund_tenders']]);
  // With the approval of someone else a payment keyed by mistake can still be corrected.
  const { approvals } = (await on.give(clerk, chief, same.client_id, needs)).reply;
  expect((await edit(out, { approvals })).status).toBe(200);
  const small = await saleOf(1);
  const corrected = await clerk.call(sales.replace, {
    params: { id: small.id },
    body: {
      reason: 'Paid by card',
      sale: sent([{ product_id: small.lines[0]?.product.id ?? 0, quantity: '1' }], 1200, {
        tenders: [{ method: 'credit_card', tendered: '12.00' }],
      }),
      refund_tenders: [{ method: 'cash', amount: '12.00' }],
    },
  });
  expect(corrected.status, 'within the limit').toBe(200);
  expect(await breachesOf(app.db)).toEqual([]);
});

const adjust = (who: Caller, product_id: number, quantity: string, more: object = {}) =>
  who.call(stockAdjustments.create, {
    body: { reason: 'damaged', lines: [{ product_id, quantity }], ...more },
  });

test('F05 a write-off above the limit needs a second person: for these units, once; an adjustment has its own limit', async () => {
  await on.limits({ write_off_limit: '10.00' });
  const product = await stockedProduct(app.db, { pieces: '100', cost: 200 });
  expect((await adjust(clerk, product, '-5')).status, '£10.00').toBe(200);
  const client_id = randomUUID();
  const needs = on.needsOf(await adjust(clerk, product, '-6', { client_id }));
  const lines = [{ product_id: product, quantity: '-6', value: null }];
  expect(needs).toEqual([{ kind: 'write_off', amount: '12.00', reason: 'damaged', lines }]);
  const approvals = (await on.give(clerk, chief, client_id, needs)).reply.approvals;
  expect((await adjust(clerk, product, '-7', { client_id, approvals })).status, 'seven').toBe(403);
  expect((await adjust(clerk, product, '-6', { approvals })).status, 'another document').toBe(403);
  const lost = await adjust(clerk, product, '-6', { client_id, approvals, reason: 'lost' });
  expect(lost.status, 'for another reason').toBe(403);
  expect((await adjust(clerk, product, '-6', { client_id, approvals })).status).toBe(200);
  expect((await adjust(clerk, product, '-6', { client_id, approvals })).status, 'again').toBe(403);
  const corrected = await adjust(clerk, product, '-6', { reason: 'correction' });
  expect(on.needsOf(corrected), 'takes value out').toMatchObject([{ kind: 'write_off', amount: '12.00' }]);
  await on.limits({ adjustment_limit: '10.00' });
  expect(on.needsOf(await adjust(clerk, product, '6', { reason: 'found' }))).toMatchObject([
    { kind: 'stock_adjustment', amount: '12.00' },
  ]);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('F05 F45 the value of stock is hidden without permission to see cost; the approval covers exactly these lines', async () => {
  await on.limits({ write_off_limit: '10.00' });
  const product = await stockedProduct(app.db, { pieces: '100', cost: 200 });
  const blind = await app.as('view_stock', 'adjust_stock');
  const client_id = randomUUID();
  const needs = on.needsOf(await adjust(blind, product, '-6', { client_id }));
  expect(needs).toMatchObject([{ kind: 'write_off', amount: null }]);
  const approvals = (await on.give(blind, chief, client_id, needs)).reply.approvals;
  expect((await adjust(blind, product, '-8', { client_id, approvals })).status).toBe(403);
  expect((await adjust(blind, product, '-6', { client_id, approvals })).status).toBe(200);
  const { rows } = await sql`select up_to_pence from document_approvals order by id desc limit 1`.execute(
    app.db,
  );
  expect(rows).toEqual([{ up_to_pence: 1200 }]);
  // Six at £2.00: in the log, the adjustment says what it was worth, and the approval by PIN what was approved.
  const logAs = async (...rights: Permission[]) =>
    withoutRandom(
      JSON.stringify((await (await app.as('view_audit', ...rights)).call(audit.list)).reply.data.slice(0, 8)),
    );
  expect(await logAs('view_cost')).toMatch(/"worth_pence":1200/);
  expect(await logAs()).toMatch(/"approved_by"/);
  expect(await logAs()).not.toMatch(/1200|12\.00/);
});

test('F05 F33 a sole approver approves alone, and the audit log says that there is no second approver', async () => {
  await on.limits({ write_off_limit: '10.00' });
  const product = await stockedProduct(app.db, { pieces: '100', cost: 200 });
  const admins = await sql<{ id: number }>`
    select ur.user_id as id from user_roles ur join roles r on r.id = ur.role_id where r.is_system`.execute(
    app.db,
  );
  const [owner] = admins.rows;
  await sql`update users set status = 'inactive' where id = any(${admins.rows.slice(1).map(({ id }) => id)}::bigint[])`.execute(
    app.db,
  );
  const admin = await app.as('admin');
  await sql`update users set status = 'inactive' where id = ${owner?.id ?? 0}`.execute(app.db);
  await on.onlyOf([admin.userId], async () => {
    expect((await adjust(admin, product, '-6')).status).toBe(200);
    const entries = await app.audits(4);
    expect(entries.find(({ action }) => action === 'approved')).toMatchObject({
      after: { worth_pence: 1200, segregation: 'no second approver' },
    });
  });
  await sql`update users set status = 'active' where id = any(${admins.rows.map(({ id }) => id)}::bigint[])`.execute(
    app.db,
  );
  expect((await adjust(admin, product, '-6')).status, 'a second approver is available again').toBe(403);
});

test('F05 stocktake variances above the limit: users who did not count approve by posting, others need someone else', async () => {
  const counting = await someCounting(app);
  await on.limits({ stock_count_limit: '5.00' });
  const [one, other] = [await counting.stocked(), await counting.stocked()];
  const id = await counting.started([one, other]);
  // Four missing and three found at £1.00 each are £7.00 of variances, not £1.00.
  await counting.count(id, one, '6', 'set', clerk);
  await counting.count(id, other, '13', 'set', clerk);
  const client_id = randomUUID();
  const version = async () => (await clerk.call(stockCounts.get, { params: { id } })).reply.version;
  const post = (who: Caller, more: object = {}) => counting.post(id, { client_id, ...more }, who);
  const needs = on.needsOf(await post(clerk));
  expect(needs).toMatchObject([{ version: await version(), uncounted: 'leave', units: '7', amount: '7.00' }]);
  const approvals = (await on.give(clerk, chief, client_id, needs)).reply.approvals;
  // Counted again after the approval, to the same amount, but another product is missing.
  await counting.count(id, one, '13', 'set', clerk);
  await counting.count(id, other, '6', 'set', clerk);
  expect((await post(clerk, { approvals })).status, 'counted since').toBe(403);
  const fresh = await on.approver('view_stock', 'review_stock_count', 'view_cost');
  expect((await post(fresh)).status, 'someone who did not count').toBe(200);
  const { rows } = await sql`
    select kind, up_to_pence, approved_by, is_own from document_approvals where document_type = 'stock_count' and document_id = ${id}`.execute(
    app.db,
  );
  expect(rows).toEqual([{ kind: 'stock_count', up_to_pence: 700, approved_by: fresh.userId, is_own: false }]);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('F05 family: a bad debt, or a manual credit, above the limit needs a second person', async () => {
  await on.limits({ write_off_limit: '10.00' });
  const customer = await customerWithCredit(app.db, 100_000);
  const params = { id: customer };
  const client_id = randomUUID();
  const give = (pence: number, more: object = {}, kind = 'credit') =>
    clerk.call(customerWallet.adjust, {
      params,
      body: {
        kind: kind as 'credit',
        amount: poundsFromPence(pence),
        account_code: '4010',
        reason: 'Goodwill',
        client_id,
        ...more,
      },
    });
  expect((await give(1000)).status).toBe(200);
  const needs = on.needsOf(await give(1200));
  expect(needs).toEqual([{ kind: 'customer_credit', customer_id: customer, amount: '12.00', of: 'credit' }]);
  const approvals = (await on.give(clerk, chief, client_id, needs)).reply.approvals;
  expect((await give(1201, { approvals })).status, 'a penny more').toBe(403);
  expect((await give(1200, { approvals })).status).toBe(200);
  expect((await give(1200, { approvals })).status, 'again').toBe(403);
});

test('F05 P15 the database refuses a refund, an adjustment, a stocktake and a credit above the limit without approval', async () => {
  await on.limits({});
  const sale = await saleOf(4);
  const product = await stockedProduct(app.db, { pieces: '10', cost: 2000 });
  const other = await saleOf(4);
  const swapped = sent([{ product_id: other.lines[0]?.product.id ?? 0, quantity: '4' }], 4800, {
    tenders: [{ method: 'bank_transfer', tendered: '48.00' }],
  });
  const tries: [string, () => Promise<{ status: number; refusal: { message: string } }>][] = [
    ['refunds_are_approved', () => refund(sale, back('4'), 4800)],
    [
      'refunds_are_approved',
      () =>
        clerk.call(sales.replace, {
          params: { id: other.id },
          body: {
            reason: 'Paid otherwise',
            sale: swapped,
            refund_tenders: [{ method: 'cash', amount: '48.00' }],
          },
        }),
    ],
    ['stock_adjustments_are_approved', () => adjust(clerk, product, '-2')],
  ];
  for (const [constraint, tried] of tries) {
    // The code saw no limit; the database sees one at the commit.
    await sql`create or replace function approval_limit(name text) returns bigint language sql stable as 'select 1000::bigint'`.execute(
      app.db,
    );
    const { status, refusal } = await tried();
    expect([status, refusal?.message], constraint).toEqual([
      409,
      expect.stringMatching(/above the limit\. Have it approved/),
    ]);
  }
  expect(await breachesOf(app.db)).toEqual([]);
});
