import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApprovalNeed } from '#domain/approvals/approval-need';
import { quotes } from '#domain/quotes/quote.contract';
import { sales } from '#domain/sales/sale.contract';
import { type Approver, someApprovals } from '../../../tests/support/approvals';
import { breachesOf } from '../../../tests/support/books';
import {
  customerWithCredit,
  openTill,
  type SaleSent,
  shopFloor,
  stockedProduct,
} from '../../../tests/support/shop';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
let seller: Caller & { userId: number };
let chief: Approver;
let till: number;
let tea: number;
let on: ReturnType<typeof someApprovals>;
const { sent } = shopFloor(() => ({ app, seller, till }));
beforeAll(async () => {
  app = await startTestApp();
  on = someApprovals(app);
  seller = await app.as('view_pos', 'create_sale', 'view_sale');
  chief = await on.approver(
    'override_price',
    'override_discount',
    'adjust_stock',
    'void_sale',
    'refund_sale',
  );
  till = await openTill(app.db);
  tea = await stockedProduct(app.db, { pieces: '1000' });
});
afterAll(() => app.close());

const sell = (body: SaleSent) => seller.call(sales.complete, { body });

/** Requests approval, has it granted, and returns the basket with the approvals. */
async function approved(
  body: SaleSent,
): Promise<{ body: SaleSent; ids: string[]; needs: readonly unknown[] }> {
  const needs = on.needsOf(await sell(body));
  const { reply, refusal } = await on.give(seller, chief, body.client_id, needs);
  if (!reply) throw new Error(refusal.message);
  return { body: { ...body, approvals: reply.approvals }, ids: reply.approvals, needs };
}

const cheap = (quantity: string, unit_price = '1.50', product_id = tea) => ({
  product_id,
  quantity,
  unit_price,
  price_reason: 'Shelf label',
});

test('F05 a price approved for one unit does not cover ten, a lower price, or another product, line or sale', async () => {
  const other = await stockedProduct(app.db);
  const { ids, needs, body } = await approved(sent([cheap('1')], 150));
  expect(needs).toMatchObject([{ kind: 'price', line_number: 1, quantity: '1', unit_price: '1.50' }]);
  const { client_id } = body;
  const tries: [string, SaleSent][] = [
    ['ten pieces', sent([cheap('10')], 1500, { client_id })],
    ['a penny less', sent([cheap('1', '1.49')], 149, { client_id })],
    ['another product', sent([cheap('1', '1.50', other)], 150, { client_id })],
    ['another line', sent([{ product_id: other, quantity: '1' }, cheap('1')], 390, { client_id })],
    ['another sale', sent([cheap('1')], 150)],
    ['the same number before VAT', sent([cheap('1')], 180, { client_id, price_mode: 'exclusive' })],
    ['more off below cost', sent([{ ...cheap('1'), discount_amount: '0.10' }], 140, { client_id })],
  ];
  for (const [what, tried] of tries)
    expect((await sell({ ...tried, approvals: ids })).status, what).toBe(403);
  expect(
    (
      await sell({
        ...body,
        lines: [cheap('1', '1.60')],
        expected_total: '1.60',
        tenders: [{ method: 'cash', tendered: '1.60' }],
      })
    ).status,
    'a dearer one',
  ).toBe(200);
  expect((await sell({ ...sent([cheap('1')], 150), approvals: ids })).status, 'used before').toBe(403);
  const { rows } = await sql`
    select a.kind, a.up_to_pence, a.approved_by, a.is_own, s.client_id from document_approvals a
    join sales s on s.id = a.document_id where a.document_type = 'sale'`.execute(app.db);
  expect(rows).toEqual([
    { kind: 'price', up_to_pence: 160, approved_by: chief.userId, is_own: false, client_id },
  ]);
});

test('F05 a discount approved on ten units does not cover one unit, a larger discount or the basket', async () => {
  const ten = { product_id: tea, quantity: '10' };
  const { ids, body } = await approved(sent([{ ...ten, discount_amount: '6.00' }], 1800));
  const { client_id } = body;
  const tries: [string, SaleSent][] = [
    ['off one piece', sent([{ product_id: tea, quantity: '1', discount_amount: '2.00' }], 40, { client_id })],
    ['a penny deeper', sent([{ ...ten, discount_amount: '6.01' }], 1799, { client_id })],
    [
      'eleven pieces',
      sent([{ product_id: tea, quantity: '11', discount_amount: '6.00' }], 2040, { client_id }),
    ],
    ['off the basket', sent([ten], 1800, { client_id, discount_amount: '6.00' })],
  ];
  for (const [what, tried] of tries)
    expect((await sell({ ...tried, approvals: ids })).status, what).toBe(403);
  expect((await sell(body)).status).toBe(200);
});

test('F05 of two sales sent with one approval at once, one is completed', async () => {
  const { body, ids } = await approved(sent([cheap('2')], 300));
  const others = [body, { ...sent([cheap('2')], 300), approvals: ids }, body];
  const outcomes = await Promise.all(others.map(sell));
  expect(outcomes.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1);
  expect(outcomes[1]?.status).toBe(403);
  const { rows } = await sql`select from sales where client_id = ${body.client_id}`.execute(app.db);
  expect(rows).toHaveLength(1);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('F05 a quote revised to more units at the approved price needs approval again', async () => {
  const customer = await customerWithCredit(app.db, 100_000);
  const clerk = await app.as('view_pos', 'create_sale', 'view_sale', 'edit_sale');
  const quote = (quantity: string, total: string, more: object = {}) => ({
    client_id: randomUUID(),
    customer_id: customer,
    lines: [cheap(quantity)],
    expected_total: total,
    ...more,
  });
  const first = quote('1', '1.50');
  const needs = on.needsOf(await clerk.call(quotes.create, { body: first }));
  const { reply: granted } = await on.give(clerk, chief, first.client_id, needs);
  const created = await clerk.call(quotes.create, { body: { ...first, approvals: granted.approvals } });
  expect(created.status).toBe(200);
  const params = { id: created.reply.id };
  const more = quote('10', '15.00', { version: created.reply.version, approvals: granted.approvals });
  expect((await clerk.call(quotes.revise, { params, body: more })).status, 'ten').toBe(403);
  const same = quote('1', '1.50', { version: created.reply.version });
  expect((await clerk.call(quotes.revise, { params, body: same })).status, 'as it was').toBe(200);
  const { rows } = await sql`
    select revision, kind, up_to_pence from document_approvals where document_type = 'quote' and document_id = ${params.id}`.execute(
    app.db,
  );
  expect(rows).toEqual([{ revision: 1, kind: 'price', up_to_pence: 150 }]);
});

test('F05 a paid sale sent with an approval of fewer units is posted with an exception', async () => {
  const { body, ids } = await approved(sent([cheap('1')], 150));
  const offline = sent([cheap('10')], 1500, {
    client_id: body.client_id,
    was_offline: true,
    sold_at: new Date().toISOString(),
  });
  const { status, reply } = await sell({ ...offline, approvals: ids });
  expect(status).toBe(200);
  const { rows } =
    await sql`select kind from sale_exceptions where sale_id = ${reply.id} and kind = 'approval'`.execute(
      app.db,
    );
  expect(rows).toHaveLength(1);
});

test('F05 the database refuses an approval for another basket, of another user, or already used', async () => {
  const { body } = await approved(sent([cheap('1')], 150));
  const { reply: sale } = await sell(body);
  const { ids } = await approved(sent([cheap('1')], 150));
  const insert = (approval: string | undefined, by: number, kind = 'price') =>
    sql`insert into document_approvals (document_type, document_id, revision, kind, up_to_pence, approved_by, approved_at, approval_id)
      values ('sale', ${sale.id}, 1, ${kind}, 150, ${by}, now(), ${approval})`
      .execute(app.db)
      .then(
        () => 'kept',
        (error: { constraint?: string }) => error.constraint,
      );
  expect(await insert(ids[0], chief.userId)).toBe('approvals_serve_what_they_were_given_for');
  const used = body.approvals?.[0];
  expect(await insert(used, seller.userId)).toBe('approvals_serve_what_they_were_given_for');
  expect(await insert(used, chief.userId, 'discount')).toBe('approvals_serve_what_they_were_given_for');
  expect(await insert(used, chief.userId)).toBe('document_approvals_use_an_approval_once');
});

test('F31 selling more than is in stock is refused, unless the policy allows approval by a user who may adjust stock', async () => {
  const [strict, asks] = [
    await stockedProduct(app.db, { pieces: '2', stock_policy: 'block' }),
    await stockedProduct(app.db, { pieces: '2', stock_policy: 'ask' }),
  ];
  const line = (product_id: number, quantity: string) => [{ product_id, quantity }];
  const { status, refusal } = await sell(sent(line(strict, '3'), 720));
  expect([status, refusal.errors]).toEqual([
    422,
    { 'lines.0.quantity': [expect.stringMatching(/^Only 2 of .+ are in stock, so 3 cannot go out\.$/)] },
  ]);
  const { body, needs } = await approved(sent(line(asks, '3'), 720));
  expect(needs).toEqual([{ kind: 'stock', product_id: asks, quantity: '3', short: '1' } satisfies Wire]);
  const four = sent(line(asks, '4'), 960, { client_id: body.client_id });
  expect((await sell({ ...four, approvals: body.approvals ?? [] })).status, 'four').toBe(403);
  expect((await sell(body)).status).toBe(200);
  expect((await sell({ ...sent(line(asks, '1'), 240), approvals: body.approvals ?? [] })).status).toBe(403);
  const keeper = await app.as('view_pos', 'create_sale', 'adjust_stock');
  const byKeeper = await keeper.call(sales.complete, { body: sent(line(asks, '1'), 240) });
  expect(byKeeper.status, 'users who can adjust stock decide').toBe(200);
  const refused = await keeper.call(sales.complete, { body: sent(line(strict, '3'), 720) });
  expect(refused.status, 'not where the policy refuses').toBe(422);
  const { rows } =
    await sql`select quantity::float, shortfall::float from stock_pools where product_id = ${asks}`.execute(
      app.db,
    );
  expect(rows).toEqual([{ quantity: -2, shortfall: 2 }]);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('F31 two tills that sell the last unit at once do not go further below zero than approved', async () => {
  const asks = await stockedProduct(app.db, { pieces: '1', stock_policy: 'ask' });
  const line = [{ product_id: asks, quantity: '2' }];
  const [one, other] = [await approved(sent(line, 480)), await approved(sent(line, 480))];
  const outcomes = await Promise.all([sell(one.body), sell(other.body)]);
  expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(outcomes.filter(({ status }) => status === 403 || status === 422)).toHaveLength(1);
});

type Wire = Record<keyof Extract<ApprovalNeed, { kind: 'stock' }>, unknown>;

test('066 F05 an approval that is a day old no longer covers a live sale, and the till is told why', async () => {
  const { body } = await approved(sent([cheap('1')], 150));
  await sql`alter table approvals disable trigger user`.execute(app.db);
  await sql`update approvals set approved_at = approved_at - interval '25 hours' where client_id = ${body.client_id}`.execute(
    app.db,
  );
  await sql`alter table approvals enable trigger user`.execute(app.db);
  const { status, refusal } = await sell(body);
  const { rows } = await sql<{ name: string }>`select name from users where id = ${chief.userId}`.execute(
    app.db,
  );
  expect([status, refusal.message]).toEqual([
    403,
    `Someone with permission must approve this: a price override or a price below cost. The approval by ${rows[0]?.name} is more than a day old.`,
  ]);
  expect(refusal.current, 'so that it can ask again').toMatchObject({ needs: [{ kind: 'price' }] });
});
