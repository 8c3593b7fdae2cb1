import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Holder } from '#domain/kernel/access';
import { toPence } from '#domain/kernel/money';
import { sales } from '#domain/sales/sale.contract';
import { session } from '#domain/session/session.contract';
import { cashiers } from '#domain/tills/cashier.contract';
import { roles } from '#domain/users/role.contract';
import { users } from '#domain/users/user.contract';
import { someApprovals } from '../../../tests/support/approvals';
import { refused } from '../../../tests/support/refused';
import { openTill, shopFloor, stockedProduct } from '../../../tests/support/shop';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import { rightsOfBoth } from './paid-sales/paid-sale-people';

type Seller = Caller & { readonly userId: number };
let app: TestApp;
let on: ReturnType<typeof someApprovals>;
let admin: Seller;
let cashier: Seller;
let supervisor: Seller & { readonly pin: string };
let till: number;
let lamp: number;
const { sent } = shopFloor(() => ({ app, seller: cashier, till }));
const sells = ['view_pos', 'create_sale', 'view_sale'] as const;

/** The role of a user allows this discount from now on. */
async function allow(who: Seller, discount_limit: string): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select role_id as id from user_roles where user_id = ${who.userId}`.execute(app.db);
  const id = rows[0]?.id ?? 0;
  const role = (await admin.call(roles.list)).reply.data.find(one => one.id === id);
  const body = { name: role?.name ?? '', permissions: role?.permissions ?? [], discount_limit };
  expect((await admin.call(roles.update, { params: { id }, body })).status).toBe(200);
}

beforeAll(async () => {
  app = await startTestApp();
  on = someApprovals(app);
  admin = await app.as('admin');
  cashier = await app.as(...sells);
  supervisor = await on.approver(...sells);
  await allow(supervisor, '25');
  till = await openTill(app.db);
  lamp = await stockedProduct(app.db, { pieces: '100', price: toPence(10_000) });
});
afterAll(() => app.close());

/** A lamp of £100.00 with a discount in whole per cent. */
const lampOff = (percent: number) =>
  sent(
    [{ product_id: lamp, quantity: '1', discount_percent: String(percent), discount_reason: 'Marked' }],
    10_000 - percent * 100,
  );
const sell = (who: Caller, percent: number) => who.call(sales.complete, { body: lampOff(percent) });

test('a user gives a discount up to the largest limit of their roles, above that of the settings; others do not', async () => {
  expect((await sell(cashier, 10)).status).toBe(200);
  expect((await sell(cashier, 11)).status).toBe(403);
  expect((await sell(supervisor, 25)).status).toBe(200);
  expect(on.needsOf(await sell(supervisor, 26))).toMatchObject([{ kind: 'discount', discount: '26.00' }]);
  // The till knows it for each cashier.
  const limitOf = async (who: Caller) => (await who.call(session.user)).reply.user.discount_limit;
  expect([await limitOf(cashier), await limitOf(supervisor)]).toEqual([null, 2500]);
});

test('P15 discounts off a line and off the basket count together, and are approved together', async () => {
  // £10.00 off £100.00, and £9.00 off the £90.00 that are left: £19.00 off £100.00.
  const { tenders: _tenders, ...first } = lampOff(10);
  const body = {
    ...first,
    discount_percent: '10',
    discount_reason: 'Regular',
    expected_total: '81.00',
    tenders: [{ method: 'credit_card', tendered: '81.00' }],
  };
  const needs = on.needsOf(await cashier.call(sales.complete, { body }));
  expect(needs).toMatchObject([{ kind: 'discount', product_id: null, discount: '19.00', amount: '100.00' }]);
  const { approvals } = (await on.give(cashier, supervisor, body.client_id, needs)).reply;
  expect((await cashier.call(sales.complete, { body: { ...body, approvals } })).status).toBe(200);
});

test('P15 a discount of someone else is approved within the own limit, and the approval lapses with it', async () => {
  const listed = (await cashier.call(cashiers.list)).reply.data;
  expect(listed.find(({ id }) => id === supervisor.userId)?.discount_limit).toBe(2500);
  const within = lampOff(25);
  const needs = on.needsOf(await cashier.call(sales.complete, { body: within }));
  const given = await on.give(cashier, supervisor, within.client_id, needs);
  expect(given.status).toBe(200);
  const body = { ...within, approvals: given.reply.approvals };
  await allow(supervisor, '20');
  expect(await refused(cashier.call(sales.complete, { body }))).toMatch(
    /^403 .*no longer has the permission/,
  );
  await allow(supervisor, '25');
  expect((await cashier.call(sales.complete, { body })).status).toBe(200);

  const above = lampOff(26);
  const larger = on.needsOf(await cashier.call(sales.complete, { body: above }));
  expect(await refused(on.give(cashier, supervisor, above.client_id, larger))).toMatch(
    /^403 .* can approve discounts of up to 25%\. Ask someone who can approve more\.$/,
  );
  const chief = await on.approver('override_discount');
  expect((await on.give(cashier, chief, above.client_id, larger)).status).toBe(200);
});

test('F97 a sale paid offline gets the larger limit only where cashier and sender both have it', () => {
  const rights = {
    canOverridePrice: false,
    canOverrideDiscount: false,
    canSellOnAccount: false,
    discountLimit: 2500,
    belowCostNeedsApproval: true,
  };
  const limitWith = (sender: Holder) => rightsOfBoth({ rights, discountLimit: 1000 }, sender).discountLimit;
  expect(limitWith({ roles: [], permissions: [] })).toBe(1000);
  expect(limitWith({ roles: [], permissions: [], discount_limit: 2000 })).toBe(2000);
  expect(limitWith({ roles: [], permissions: ['override_discount'] })).toBe(2500);
});

test('A-ROLE no one lends a larger discount than their own, by a role, to a user or by changing an account', async () => {
  const generous = await admin.call(roles.create, {
    body: { name: 'Generous', permissions: [], discount_limit: '40' },
  });
  expect(generous.reply.discount_limit).toBe(4000);
  expect((await app.audits())[0]?.after).toMatchObject({ discount_limit: '40.00' });
  const copied = await admin.call(roles.duplicate, {
    params: { id: generous.reply.id },
    body: { name: 'Generous too' },
  });
  expect(copied.reply.discount_limit).toBe(4000);
  const manager = await app.as('view_user', 'create_user', 'edit_user');
  const create = (discount_limit: string | null) =>
    manager.call(roles.create, {
      body: { name: `Limited to ${discount_limit}`, permissions: [], discount_limit },
    });
  expect((await create(null)).status).toBe(200);
  expect(await refused(create('5'))).toMatch(
    /^422 You cannot set a discount limit, because none of your roles/,
  );
  await allow(manager, '30');
  expect((await create('30')).status).toBe(200);
  expect(await refused(create('30.01'))).toBe(
    '422 You cannot set a discount limit above your own, which is 30%.',
  );
  const edit = { params: { id: generous.reply.id }, body: { name: 'Generous', permissions: [] } };
  expect(await refused(manager.call(roles.update, edit))).toMatch(/^409 .*its discount limit is above yours/);
  const body = { name: 'Nell', email: 'nell@firm.example', role_ids: [generous.reply.id] };
  expect(await refused(manager.call(users.create, { body }))).toMatch(
    /^422 .*larger discount limit than you/,
  );
  const { reply } = await admin.call(users.create, { body });
  const account = { params: { id: reply.user.id }, body: { ...body, name: 'Nell Ash' } };
  expect(await refused(manager.call(users.update, account))).toMatch(/^409 .*larger discount limit than you/);
});
