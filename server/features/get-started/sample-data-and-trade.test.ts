import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { books } from '#domain/books/books.contract';
import { firstProducts } from '#domain/get-started/first-products.contract';
import { getStarted } from '#domain/get-started/get-started.contract';
import { sampleData } from '#domain/get-started/sample-data.contract';
import { addDays, londonDate } from '#domain/kernel/dates';
import { categories, units } from '#domain/masters/master.contract';
import { newInstallation } from '../../../tests/support/new-installation';
import { openTill } from '../../../tests/support/shop';
import type { TestApp } from '../../../tests/support/test-app';

const opened: TestApp[] = [];
afterEach(() => Promise.all(opened.splice(0).map(app => app.close())));

async function newBusiness() {
  const app = await newInstallation();
  opened.push(app);
  const admin = await app.as('admin');
  await admin.call(units.create, { body: { name: 'Each' } });
  const sample = async () => (await admin.call(sampleData.show)).reply;
  return {
    app,
    admin,
    sample,
    /** Whoever starts it has added everything. */
    mark: () =>
      sql`insert into sample_data (started_at, started_by, alive_at, finished_at)
        select now(), min(id), now(), now() from users`.execute(app.db),
    remove: async () => admin.call(sampleData.remove, { body: { journals: (await sample()).journals } }),
    closedOn: async (daysAgo: number) => {
      const till = await openTill(app.db);
      await sql`alter table till_sessions disable trigger user`.execute(app.db);
      await sql`update till_sessions set status = 'closed', business_date = ${addDays(londonDate(new Date()), -daysAgo)},
        z_number = (select coalesce(max(z_number), 0) + 1 from till_sessions), closed_by = opened_by, closed_at = now(),
        counted_pieces = '{}', counted_pence = 0, expected_pence = 0, z_report = '{}' where id = ${till}`.execute(
        app.db,
      );
      await sql`alter table till_sessions enable trigger user`.execute(app.db);
    },
  };
}

test('sample data stays once the books are locked further, until they are as before', async () => {
  const { app, admin, sample, mark, remove } = await newBusiness();
  const lock = async (daysAgo: number) => {
    const locked_through = addDays(londonDate(new Date()), -daysAgo);
    const { status } = await admin.call(books.lock, {
      body: { locked_through, reason: 'The accountant asks' },
    });
    expect(status).toBe(200);
  };
  await lock(40);
  await mark();
  expect((await sample()).removal_refusal).toBeNull();
  await lock(10);
  const refusal = /can no longer be removed, because the books were locked/;
  expect((await sample()).removal_refusal).toMatch(refusal);
  expect(await remove()).toMatchObject({ status: 409, refusal: { message: expect.stringMatching(refusal) } });
  await expect(sql`select remove_sample_data(0)`.execute(app.db)).rejects.toThrow('has traded with it');
  await lock(40);
  expect((await remove()).status).toBe(200);
});

test('sample data stays once tills were closed on three days; on two days they were tried out', async () => {
  const { admin, sample, mark, closedOn, remove } = await newBusiness();
  const hasTill = async () =>
    (await admin.call(getStarted.show)).reply.steps.some(
      ({ id, state }) => id === 'till' && state === 'done',
    );
  await mark();
  for (const daysAgo of [2, 1, 1]) await closedOn(daysAgo);
  expect((await sample()).removal_refusal).toBeNull();
  expect(await hasTill()).toBe(false);
  await closedOn(0);
  expect((await sample()).removal_refusal).toMatch(/tills were closed on more than two days/);
  // The guide counts it as the business's own from then on.
  expect(await hasTill()).toBe(true);
  expect((await remove()).status).toBe(409);
});

test('sample data is not added while a bulk email is under way', async () => {
  const { app, admin, sample } = await newBusiness();
  await sql`
    insert into bulk_emails (kind, options, subject, message, row_count, created_by, alive_at, created_at)
    select 'customers', '{}', 'News', 'News', 1, min(id), now(), now() from users`.execute(app.db);
  const refused = await admin.call(sampleData.add, { body: {} });
  expect([refused.status, refused.refusal.message]).toEqual([
    409,
    'Emails are still being sent to many recipients. Add the sample data once they are sent.',
  ]);
  await sql`update bulk_emails set state = 'done', finished_at = now()`.execute(app.db);
  expect((await sample()).state).toBe('none');
  expect((await admin.call(sampleData.add, { body: {} })).status).toBe(200);
});

test('F77 the guide counts what the business had entered, not the sample or what was tried out with it', async () => {
  const { app, admin, mark, remove } = await newBusiness();
  const guide = async () => {
    const { steps, found } = (await admin.call(getStarted.show)).reply;
    // The till is opened by a second user, who stays.
    const done = steps.filter(({ id, state }) => state === 'done' && id !== 'people').map(({ id }) => id);
    const { units: ofUnits, categories: ofCategories, products, sales, opening_items, suspense } = found;
    return { done, counts: [ofUnits, ofCategories, products, sales, opening_items, suspense] };
  };
  const before = await guide();
  expect(before.counts).toEqual([1, 0, 0, 0, 0, 0]);
  await mark();
  await admin.call(categories.create, { body: { name: 'Tried' } });
  const line = { name: 'Tried', price: '2.00', quantity: '5', unit_cost: '1.00' };
  expect((await admin.call(firstProducts, { body: { lines: [line] } })).status).toBe(200);
  await openTill(app.db);
  expect(await guide()).toEqual(before);
  expect((await remove()).status).toBe(200);
  expect(await guide()).toEqual(before);
});
