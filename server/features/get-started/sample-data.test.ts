import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { books } from '#domain/books/books.contract';
import { customers } from '#domain/customers/customer.contract';
import { firstProducts } from '#domain/get-started/first-products.contract';
import { sampleData } from '#domain/get-started/sample-data.contract';
import { addDays, londonDate } from '#domain/kernel/dates';
import { units } from '#domain/masters/master.contract';
import { productChoices } from '#domain/products/product-choices.contract';
import { products } from '#domain/products/product.contract';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { sales } from '#domain/sales/sale.contract';
import { newProductSettings } from '#domain/settings/new-products.contract';
import { suppliers } from '#domain/suppliers/supplier.contract';
import { breachesOf } from '../../../tests/support/books';
import { newInstallation } from '../../../tests/support/new-installation';
import { rowsOf } from '../../../tests/support/table-rows';
import type { TestApp } from '../../../tests/support/test-app';
import { inTransaction } from '../../platform/database/transaction';
import { sampleDataJobs, takeSampleStep } from './work-on-sample-data';

const opened: TestApp[] = [];
afterEach(() => Promise.all(opened.splice(0).map(app => app.close())));

const minute = 60_000;

/** A new business, whose job runs when the test says so. */
async function newBusiness() {
  const app = await newInstallation();
  opened.push(app);
  const admin = await app.as('admin');
  await admin.call(units.create, { body: { name: 'Each', status: 'active' } });
  const failures: object[] = [];
  const handlersAt = (clock: () => Date) =>
    new Map(
      sampleDataJobs({
        db: app.runtimeDb,
        clock,
        log: { error: facts => void failures.push(facts) },
      }).handlers.map(({ name, run }) => [name, () => run({})]),
    );
  const show = async () => (await admin.call(sampleData.show)).reply;
  const workOnce = () => handlersAt(() => new Date()).get('work-on-sample-data')?.();
  return {
    app,
    admin,
    show,
    failures,
    workOnce,
    start: (headers = {}) => admin.call(sampleData.add, { body: {}, headers }),
    /** A job stops after some seconds and queues the rest, which the next one does. */
    work: async () => {
      for (let done = -1, now = await show(); now.state === 'adding' && now.done > done; now = await show()) {
        ({ done } = now);
        await workOnce();
      }
    },
    sweep: (later: number) => handlersAt(() => new Date(Date.now() + later)).get('sweep-sample-data')?.(),
    remove: async (journals?: number) =>
      admin.call(sampleData.remove, { body: { journals: journals ?? (await show()).journals } }),
    product: (name: string) =>
      admin.call(firstProducts, {
        body: { lines: [{ name, price: '2.00', quantity: '5', unit_cost: '1.00' }] },
      }),
  };
}

/** Every row of every table but those that tell what happened: audit log, checks, sessions, repeated requests. */
const contents = ({ db }: TestApp) =>
  rowsOf(
    db,
    sql<{ name: string }>`
      select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
        and relname not in ('audit_log', 'audit_heads', 'audit_seals', 'books_checks', 'sessions', 'idempotency_keys')`,
  );

async function figures({ db }: TestApp) {
  const { rows } = await sql<Record<string, unknown>>`
    select (select count(*) from products) as products, (select count(*) from suppliers) as suppliers,
      (select count(*) from customers where not is_walk_in) as customers, (select count(*) from sales) as sales,
      (select sum(gross_pence) from sales)::bigint as takings,
      (select array_agg(status order by id) from purchase_orders) as orders,
      (select jsonb_agg(balance_pence order by balance_pence) from party_balances where balance_pence <> 0) as balances,
      (select array_agg(status) from expenses) as expenses,
      (select sum(quantity) from stock_pools)::text as stock`.execute(db);
  return rows[0];
}

/**
 * By hand, from sample-records.ts. Takings: 6.25 + 4.20 + 42.00 + 5.60 + 5.44 + 7.90 + 34.70 + 4.50 + 3.85 + 10.74. The
 * school owes the 34.70, the café has paid its 42.00. The second order is owed: 24 × 5.15 and 20% VAT. 12 × 24 came in,
 * and 66 were sold.
 */
const wholeSample = {
  products: 12,
  suppliers: 3,
  customers: 4,
  sales: 10,
  takings: 12_518,
  orders: ['completed', 'completed', 'sent'],
  balances: [-14_832, 3_470],
  expenses: ['paid'],
  stock: '222.000',
};

test('F77 sample data is added, tried out and removed, and every table is as before', async () => {
  const { app, admin, start, work, show, remove, product, failures } = await newBusiness();
  await admin.call(customers.create, { body: { kind: 'person', name: 'My own customer' } });
  const before = await contents(app);
  const who = { started_by: null, started_at: null, problem: null, removal_refusal: null };
  expect(await show()).toEqual({ state: 'none', refusal: null, done: 0, total: 50, journals: 0, ...who });
  expect(await start()).toMatchObject({ status: 200, reply: { state: 'adding', done: 0, problem: null } });
  expect((await app.audits())[0]).toMatchObject({ action: 'added', record_name: 'Sample data' });
  await work();
  expect(failures).toEqual([]);
  const present = await show();
  expect(present).toMatchObject({ state: 'present', done: present.total, refusal: null });
  expect(present.started_by).toMatch(/^Person/);
  expect(await figures(app)).toEqual({ ...wholeSample, customers: 5 });
  expect(await breachesOf(app.db)).toEqual([]);

  // What a user enters meanwhile is trying things out, too.
  expect((await product('Tried out')).status).toBe(200);
  expect((await show()).journals).toBe(present.journals + 1);
  expect((await remove(present.journals)).refusal.message).toMatch(/posted in the meantime/);
  const gone = await remove();
  expect(gone).toMatchObject({ status: 200, reply: { state: 'none', refusal: null, journals: 0 } });
  expect(await contents(app)).toEqual(before);
  expect(await breachesOf(app.db)).toEqual([]);
  expect((await app.audits())[0]).toMatchObject({ action: 'removed', record_name: 'Sample data' });
});

test('the default unit is none after it was removed with the sample, or deleted', async () => {
  const { admin, start, work, remove } = await newBusiness();
  await start();
  await work();
  const settings = async () => (await admin.call(newProductSettings.get)).reply;
  const choose = async (name: string) => {
    const { reply: unit } = await admin.call(units.create, { body: { name } });
    const { version: _version, ...current } = await settings();
    const body = {
      ...current,
      unit_id: unit.id,
      reorder_level: null,
      reorder_quantity: null,
    };
    expect((await admin.call(newProductSettings.save, { body })).status).toBe(200);
    expect((await settings()).unit_id).toBe(unit.id);
    return unit.id;
  };
  const chosen = async () => [
    (await settings()).unit_id,
    (await admin.call(productChoices)).reply.new_product.unit_id,
  ];
  await choose('Tray');
  expect((await remove()).status).toBe(200);
  expect(await chosen()).toEqual([null, null]);

  const box = await choose('Box');
  expect((await admin.call(units.remove, { params: { id: box } })).status).toBe(200);
  expect(await chosen()).toEqual([null, null]);
});

test('after removal the first real sale has number 1, and ids of the sample are not given again', async () => {
  const { app, admin, start, work, remove, product } = await newBusiness();
  await start();
  await work();
  const { rows: tried } = await sql<{ last: number }>`select max(id) as last from products`.execute(app.db);
  await remove();
  const real = (await product('Real')).reply.products[0];
  expect(real?.id).toBeGreaterThan(tried[0]?.last ?? 0);
  const sold = await admin.call(sales.complete, {
    body: {
      client_id: randomUUID(),
      channel: 'desk',
      price_mode: 'inclusive',
      lines: [{ product_id: real?.id ?? 0, quantity: '1' }],
      expected_total: '2.00',
      tenders: [{ method: 'credit_card', tendered: '2.00' }],
    },
  });
  expect(sold).toMatchObject({ status: 200, reply: { number: 'INV-00001' } });
  expect(await breachesOf(app.db)).toEqual([]);
});

test('sent twice or by two at once it is added once, and removed once', async () => {
  const { app, start, work, show, remove } = await newBusiness();
  const key = { 'idempotency-key': 'the-first-request' };
  const both = await Promise.all([start(key), start()]);
  expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
  expect(both.find(({ status }) => status === 409)?.refusal.message).toMatch(/has already added/);
  expect((await start()).status).toBe(409);
  expect((await start(key)).status, 'the same request again').toBe(both[0]?.status);
  await Promise.all([work(), work()]);
  expect(await figures(app)).toEqual(wholeSample);
  const { journals } = await show();
  const gone = await Promise.all([remove(journals), remove(journals)]);
  expect(gone.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
  expect(await show()).toMatchObject({ state: 'none', journals: 0 });
});

test('killed half-way, it carries on with the next record and adds none twice', async () => {
  const { app, start, work, sweep, show, remove } = await newBusiness();
  await start();
  for (let step = 0; step < 30; step++) await inTransaction(app.db, tx => takeSampleStep(tx, new Date()));
  expect(await show()).toMatchObject({ state: 'adding', done: 30 });
  const killed = inTransaction(app.db, async tx => {
    await takeSampleStep(tx, new Date());
    throw new Error('killed');
  });
  await expect(killed).rejects.toThrow('killed');
  expect((await show()).done).toBe(30);
  expect((await remove()).refusal.message).toMatch(/still being added/);

  const queued = async () =>
    (await sql`select from graphile_worker._private_jobs`.execute(app.db)).rows.length;
  await sql`delete from graphile_worker._private_jobs`.execute(app.db);
  await sweep(0);
  expect(await queued(), 'the job was alive just now').toBe(0);
  await sweep(2 * minute);
  expect(await queued()).toBe(1);
  await work();
  expect(await figures(app)).toEqual(wholeSample);
  expect(await breachesOf(app.db)).toEqual([]);
  expect((await remove()).status).toBe(200);
});

test('a step that is refused stops it with the reason, and what was added can be removed', async () => {
  const { app, admin, start, work, show, remove } = await newBusiness();
  const unit = (await admin.call(units.list)).reply.data[0]?.id ?? 0;
  const body = { sku: 'SAMPLE-02', name: 'My own', unit_id: unit, price: '1.00' };
  expect((await admin.call(products.create, { body })).status).toBe(200);
  const before = await contents(app);
  await start();
  await work();
  const { state, problem, done } = await show();
  expect({ state, done }).toEqual({ state: 'failed', done: 7 });
  expect(problem).toMatch(/SKU/);
  await work();
  expect((await show()).done).toBe(7);
  expect((await remove()).status).toBe(200);
  expect(await contents(app)).toEqual(before);
});

test('a user who lost the permission meanwhile adds nothing more', async () => {
  const { app, start, workOnce, show } = await newBusiness();
  await start();
  await app.as('admin');
  await sql`update users set status = 'inactive' where id = (select started_by from sample_data)`.execute(
    app.db,
  );
  await workOnce();
  await sql`update users set status = 'active'`.execute(app.db);
  expect(await show()).toMatchObject({ state: 'failed', done: 0 });
  expect((await show()).problem).toMatch(/no longer has permission/);
});

test('it is refused once the business has posted or begun anything, and changes nothing', async () => {
  const { app, admin, start, show, remove, product } = await newBusiness();
  await product('Real');
  const before = await contents(app);
  expect((await show()).refusal).toMatch(/documents of its own/);
  expect((await start()).refusal.message).toMatch(/documents of its own/);
  expect((await remove(1)).refusal.message).toMatch(/no sample data/);
  expect(await contents(app)).toEqual(before);

  const other = await newBusiness();
  const supplier = await other.admin.call(suppliers.create, { body: { name: 'Own supplier' } });
  const order = await other.admin.call(purchases.create, {
    body: {
      supplier_id: supplier.reply.id,
      order_date: londonDate(new Date()),
      lines: [{ description: 'Shelving', quantity: '1', unit_price: '10.00', vat_code: 'Z' }],
    },
  });
  expect(order.status).toBe(200);
  expect((await other.start()).status).toBe(409);
  expect((await admin.call(sampleData.remove, { body: { journals: 'all' } })).status).toBe(422);
});

test('D5 nothing is dated on a closed day', async () => {
  const { app, admin, start, work } = await newBusiness();
  const today = londonDate(new Date());
  const lock = (locked_through: string) =>
    admin.call(books.lock, { body: { locked_through, reason: 'The accountant has closed it' } });
  const closed = addDays(today, -6);
  expect((await lock(closed)).status).toBe(200);
  await start();
  await work();
  expect(await figures(app)).toEqual(wholeSample);
  const { rows } = await sql<{ first: string }>`select min(business_date) as first from journals`.execute(
    app.db,
  );
  expect(rows[0]?.first).toBe(addDays(closed, 1));
  expect(await breachesOf(app.db)).toEqual([]);
});

test('only users who may change settings see it and add it, and only administrators remove it', async () => {
  const { app, start, work, remove } = await newBusiness();
  const reader = await app.as('view_setting');
  expect((await reader.call(sampleData.show)).status).toBe(403);
  expect((await reader.call(sampleData.add, { body: {} })).status).toBe(403);
  const setter = await app.as('view_setting', 'edit_setting');
  await start();
  await work();
  expect((await reader.call(sampleData.remove, { body: { journals: 0 } })).status).toBe(403);
  const { journals } = (await setter.call(sampleData.show)).reply;
  expect((await setter.call(sampleData.remove, { body: { journals } })).status).toBe(403);
  expect((await remove(journals)).status).toBe(200);
  // The rights of the guide are enough: what is sold on account by others is paid by card.
  expect((await setter.call(sampleData.add, { body: {} })).status).toBe(200);
  await work();
  expect(await figures(app)).toMatchObject({ sales: 10, takings: 12_518, balances: [-14_832] });
});
