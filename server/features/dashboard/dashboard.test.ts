import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dashboard } from '#domain/dashboard/dashboard.contract';
import { defaultLayout, placedAt, type Widget } from '#domain/dashboard/dashboard-layout';
import { expenses } from '#domain/expenses/expense.contract';
import type { QuerySent } from '#domain/kernel/call';
import type { Permission } from '#domain/kernel/permissions';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { businessDashboards } from '#domain/reports/business-dashboard.contract';
import { stockLevels } from '#domain/stock/stock-level.contract';
import { stockValuation } from '#domain/stock/stock-valuation.contract';
import { roles } from '#domain/users/role.contract';
import { suppliers } from '#domain/suppliers/supplier.contract';
import { expenseShop } from '../../../tests/support/expenses';
import { insertOrder, insertPayment } from '../../../tests/support/purchases';
import { openTill, shopFloor, stockedProduct } from '../../../tests/support/shop';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import { sellOnTwoDays } from '../../../tests/support/two-days';

let shop: TestApp;
beforeAll(async () => {
  shop = await startTestApp();
});
afterAll(() => shop.close());

test('the figures are those of the suppliers, each card only with its permission', async () => {
  const buyer = await shop.as('create_supplier', 'view_supplier', 'view_dashboard');
  const add = async (name: string, status = 'active') =>
    (await buyer.call(suppliers.create, { body: { name, status } })).reply.id;
  const [one, two] = [await add('One'), await add('Two')];
  await add('Three', 'inactive');
  const created_by = buyer.userId;
  await insertOrder(shop.db, { supplier_id: one, created_by, total_pence: 5_000 });
  await insertOrder(shop.db, { supplier_id: one, created_by, total_pence: 9_999, status: 'draft' });
  await insertOrder(shop.db, {
    supplier_id: two,
    created_by,
    total_pence: 3_000,
    status: 'completed',
    credited_pence: 500,
  });
  await insertPayment(shop.db, { supplier_id: one, created_by, amount_pence: 1_000 });
  await insertPayment(shop.db, { supplier_id: two, created_by, amount_pence: 4_000 });

  const { reply } = await buyer.call(dashboard.show);
  expect(reply.suppliers).toEqual({
    active: 2,
    inactive: 1,
    open_orders: 1,
    open_order_amount: 5_000,
    outstanding_amount: 2_500,
    owed_most: [{ id: one, name: 'One', outstanding_amount: 4_000 }],
  });
  expect(reply.activity?.map(entry => entry.record_name)).toEqual(['Three', 'Two', 'One']);

  const guest = await shop.as('view_dashboard');
  expect((await guest.call(dashboard.show)).reply).toMatchObject({ suppliers: null, activity: [], todo: [] });
  const auditor = await shop.as('view_dashboard', 'view_audit');
  expect((await auditor.call(dashboard.show)).reply.activity).toHaveLength(3);
});

test('R4 today is compared with the same weekday of last week, and the month runs to today', async () => {
  const [first, second] = ['2031-03-08', '2031-03-15'] as const;
  let now = new Date();
  const firm = await startTestApp({ clock: () => now });
  try {
    await sellOnTwoDays(firm, day => (now = new Date(`${day}T12:00:00Z`)), [first, second]);
    const owner = await firm.as('admin');
    const { trade, takings } = (await owner.call(dashboard.show)).reply;
    const report = async (from: string, to: string) =>
      (await owner.call(businessDashboards.show, { query: { from, to } })).reply.flows.period;
    expect(trade?.week_before_on).toBe(first);
    for (const [shown, { expenses: _expenses, ...flow }] of [
      [trade?.today, await report(second, second)],
      [trade?.week_before, await report(first, first)],
      [trade?.month, await report('2031-03-01', second)],
    ] as const)
      expect(flow).toMatchObject(shown ?? { is: 'shown' });
    expect(takings).toHaveLength(14);
    expect(takings?.map(({ net_takings }) => net_takings).filter(pence => pence !== 0)).toEqual([1400, -200]);
    expect(trade?.month).toHaveProperty('gross_margin');
    const viewer = await firm.as('view_dashboard');
    for (const figure of ['profit', 'gross_profit', 'gross_margin'])
      expect((await viewer.call(dashboard.show)).reply.trade?.today).not.toHaveProperty(figure);
  } finally {
    await firm.close();
  }
});

test('things to do equal the lists behind them, with permission to see them', async () => {
  const owner = await shop.as('admin');
  const created_by = owner.userId;
  const { reply: late } = await owner.call(suppliers.create, { body: { name: 'Late & Sons' } });
  await insertOrder(shop.db, { supplier_id: late.id, created_by, total_pence: 1_000, status: 'sent' });
  await sql`update purchase_orders set expected_delivery_date = current_date - 3 where supplier_id = ${late.id}`.execute(
    shop.db,
  );
  const tea = await stockedProduct(shop.db, { name: 'Tea' });
  await sql`update products set reorder_level = 1000000 where id = ${tea}`.execute(shop.db);
  const spending = await expenseShop(shop);
  await spending.submitted();
  await openTill(shop.db, 10_000);
  const { reply } = await owner.call(dashboard.show);
  const figure = (kind: string) => reply.todo?.find(entry => entry.kind === kind);
  const total = async (
    list: typeof purchases.list | typeof stockLevels.list,
    query: Record<string, string>,
  ) => (await owner.call(list, { query })).reply.total;
  expect(figure('late_orders')).toEqual({ kind: 'late_orders', count: 1, amount: null });
  expect(await total(purchases.list, { late: 'yes' })).toBe(1);
  expect(figure('low_stock')?.count).toBe(await total(stockLevels.list, { attention: 'low' }));
  expect(figure('low_stock')?.count).toBe(1);
  expect(figure('expenses_to_approve')?.count).toBe(1);
  expect(figure('open_tills')?.count).toBe(1);
  expect(figure('bills_overdue')).toEqual({ kind: 'bills_overdue', count: null, amount: 0 });

  const clerk = await shop.as('view_dashboard', 'view_stock');
  expect((await clerk.call(dashboard.show)).reply.todo?.map(({ kind }) => kind)).toEqual(['low_stock']);
});

test('R4 the stock card equals the list and the valuation behind it, with permission to see stock, and cost for its value', async () => {
  const company = await startTestApp();
  try {
    const owner = await company.as('admin');
    await stockedProduct(company.db, { name: 'Low', pieces: '2', cost: 150, reorder_level: 5_000 as never });
    await stockedProduct(company.db, { name: 'Gone', pieces: '0' });
    const oversold = await stockedProduct(company.db, { pieces: '1', cost: 100, stock_policy: 'allow' });
    const seller = await company.as('view_pos', 'create_sale');
    const till = await openTill(company.db);
    const { sold } = shopFloor(() => ({ app: company, seller, till }));
    await sold([{ product_id: oversold, quantity: '3' }], 720);
    const counts = { low_stock: 1, out_of_stock: 2, below_zero: 1 };
    const total = async (query: QuerySent<typeof stockLevels.list>) =>
      (await owner.call(stockLevels.list, { query })).reply.total;
    expect({
      low_stock: await total({ attention: 'low' }),
      out_of_stock: await total({ attention: 'out' }),
      below_zero: await total({ stock_state: 'negative' }),
    }).toEqual(counts);
    const { value } = (await owner.call(stockValuation.totals, {})).reply;
    const stockOf = async (...rights: Permission[]) =>
      (await (await company.as('view_dashboard', ...rights)).call(dashboard.show)).reply.stock;
    expect(await stockOf('view_stock', 'view_cost')).toEqual({ ...counts, value });
    expect(await stockOf('view_stock')).toEqual(counts);
    expect(await stockOf('view_cost')).toBeNull();
  } finally {
    await company.close();
  }
});

test('what waits for a decision is counted for those who can decide and see it, and nothing else', async () => {
  const company = await startTestApp();
  const { clerk, approver, submitted } = await expenseShop(company);
  const counts = async (by: Caller) => (await by.call(dashboard.waiting)).reply.data;
  await submitted();
  const { reply: second } = await submitted();
  expect(await counts(approver)).toEqual([{ kind: 'expenses_to_approve', count: 2 }]);
  await approver.call(expenses.reject, { params: { id: second.id }, body: { reason: 'Twice' } });
  expect(await counts(approver)).toEqual([{ kind: 'expenses_to_approve', count: 1 }]);
  // Nobody decides on what they entered while a colleague can.
  const both = await company.as('view_expense', 'create_expense', 'approve_expense');
  await submitted({}, both);
  expect(await counts(both)).toEqual([{ kind: 'expenses_to_approve', count: 1 }]);
  expect(await counts(approver)).toEqual([{ kind: 'expenses_to_approve', count: 2 }]);
  // Without the permission for both the decision and the record there is no count.
  const others = [clerk, await company.as('approve_expense'), await company.as('approve_purchaseorder')];
  for (const who of others) expect(await counts(who)).toEqual([]);
  await company.close();
});

test('each user has their own layout; hidden cards are not loaded, and invalid input is refused', async () => {
  const person = await shop.as('view_dashboard', 'view_supplier');
  const other = await shop.as('view_dashboard', 'view_supplier');
  const body = {
    shown: ['activity', 'owed_most'],
    hidden: ['trade', 'todo', 'hours', 'money_ahead', 'takings', 'stock', 'suppliers'],
  } as const;
  const arranged = await person.call(dashboard.arrange, {
    body: { shown: [...body.shown], hidden: [...body.hidden] },
  });
  expect(arranged.reply).toEqual(body);
  const { reply } = await person.call(dashboard.show);
  expect(reply).toMatchObject({ layout: body, trade: null, todo: null, takings: null });
  expect(reply.suppliers?.owed_most).toBeDefined();
  expect((await other.call(dashboard.show)).reply.layout.hidden).toEqual([]);
  const twice = await person.call(dashboard.arrange, {
    body: { shown: ['activity', 'activity'], hidden: [] },
  });
  expect(twice.status).toBe(422);
  const unknown = await person.call(dashboard.arrange, { body: { shown: ['weather' as never], hidden: [] } });
  expect(unknown.status).toBe(422);
});

test('an arrangement survives losing and gaining permissions, and is gone once it is the default again', async () => {
  const person = await shop.as('view_dashboard', 'view_supplier');
  const stored = async () =>
    (
      await sql<{ value: unknown }>`
        select value from user_preferences where user_id = ${person.userId} and key = 'dashboard'`.execute(
        shop.db,
      )
    ).rows;
  const arranged = {
    shown: [
      'owed_most',
      'activity',
      'suppliers',
      'trade',
      'takings',
      'hours',
      'money_ahead',
      'stock',
    ] as Widget[],
    hidden: ['todo'] as Widget[],
  };
  await person.call(dashboard.arrange, { body: arranged });
  const owner = await shop.as('admin');
  const { rows: held } = await sql<{ id: number; name: string }>`
    select r.id, r.name from roles r join user_roles u on u.role_id = r.id where u.user_id = ${person.userId}`.execute(
    shop.db,
  );
  const [role] = held;
  if (!role) throw new Error('The user has a role');
  const allow = async (...permissions: Permission[]) => {
    const body = { name: role.name, permissions };
    expect((await owner.call(roles.update, { params: { id: role.id }, body })).status).toBe(200);
  };
  await allow('view_dashboard');
  const without = (await person.call(dashboard.show)).reply;
  expect(without.layout).toEqual(arranged);
  expect(without.available).toEqual(['trade', 'hours', 'takings', 'activity']);
  expect(without.suppliers).toBeNull();
  // Moved meanwhile by someone who does not see the cards between.
  const moved = placedAt(without.layout, 'trade', 0, without.available);
  await person.call(dashboard.arrange, { body: moved });
  await allow('view_dashboard', 'view_supplier');
  const again = (await person.call(dashboard.show)).reply;
  expect(again.layout.shown.filter(name => again.available.includes(name))).toEqual([
    'owed_most',
    'trade',
    'activity',
    'suppliers',
    'takings',
    'hours',
  ]);
  expect(again.suppliers).not.toBeNull();

  expect(await stored()).toHaveLength(1);
  const twice = [defaultLayout, defaultLayout].map(body => person.call(dashboard.arrange, { body }));
  for (const { status, reply } of await Promise.all(twice)) {
    expect(status).toBe(200);
    expect(reply).toEqual(defaultLayout);
  }
  expect(await stored()).toEqual([]);
  expect((await person.call(dashboard.show)).reply.layout).toEqual(defaultLayout);
});
