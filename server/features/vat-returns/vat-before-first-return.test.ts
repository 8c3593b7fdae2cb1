import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { journals } from '#domain/journals/journal.contract';
import { sum, toPence } from '#domain/kernel/money';
import { businessDashboards } from '#domain/reports/business-dashboard.contract';
import { vatPeriods } from '#domain/vat-returns/vat-period.contract';
import { vatReturns } from '#domain/vat-returns/vat-return.contract';
import { breachesOf } from '../../../tests/support/books';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import { vatDesk } from '../../../tests/support/vat-desk';

let app: TestApp;
let admin: Caller;
let now = new Date('2026-03-31T11:00:00Z');
const on = async (day: string) => {
  now = new Date(`${day}T11:00:00Z`);
  admin = await app.as('admin');
};
beforeAll(async () => {
  app = await startTestApp({ clock: () => now });
});
afterEach(async () => expect(await breachesOf(app.db)).toEqual([]));
afterAll(() => app.close());
const { trade, beginOn, file, pay, balances, filed } = vatDesk(() => ({ app, admin, now }));

const journalCount = async () => (await admin.call(journals.list, { query: {} })).reply.total;

/** The tile, which is the sum of all returns that are not filed. */
async function vatDue() {
  const { position } = (await admin.call(businessDashboards.show, { query: {} })).reply;
  const open = (await admin.call(vatReturns.list)).reply.data.filter(({ state }) => state !== 'filed');
  expect(position.vat_due).toBe(sum(open.map(({ box_3, box_4 }) => toPence(box_3 - box_4))));
  return position.vat_due;
}

test('R4 V24 VAT due so far is of the open returns: earlier VAT was returned elsewhere, wherever they begin', async () => {
  await on('2026-02-10');
  await trade('2026-02-10', 100_000, 20_000);
  await on('2026-03-31');
  await trade('2026-03-31', 300_000, 80_000);
  expect(await vatDue()).toBe(300_000);

  await on('2026-04-01');
  await beginOn('2026-04-01');
  expect(await vatDue()).toBe(0);
  expect(await balances()).toEqual([0, 0, -300_000]);
  const { rows } = await sql<{ day: string; kind: string }>`
    select j.business_date::text as day, j.kind from vat_cut_over_journals c join journals j on j.id = c.journal_id`.execute(
    app.db,
  );
  expect(rows).toEqual([{ day: '2026-03-31', kind: 'vat_return' }]);

  await beginOn('2026-03-01');
  expect(await vatDue()).toBe(220_000);
  expect(await balances()).toEqual([-300_000, 80_000, -80_000]);
  await beginOn(null);
  expect(await vatDue()).toBe(300_000);
  expect(await balances()).toEqual([-400_000, 100_000, 0]);

  // Dated the first open day when the day before is locked, and refused when there is none.
  const lock = (through: string) =>
    sql`update books_lock set locked_through = ${through}::date`.execute(app.db);
  await lock('2026-04-01');
  const body = { stagger: 'group_1', first_day: '2026-04-01' } as const;
  expect((await admin.call(vatPeriods.save, { body })).refusal.errors?.first_day).toEqual([
    'All dates from 31 Mar 2026 to today are closed. Save it tomorrow, or reopen the books.',
  ]);
  await lock('2026-03-31');
  await beginOn('2026-04-01');
  const { rows: days } = await sql<{ day: string }>`
    select business_date::text as day from journals order by id desc limit 1`.execute(app.db);
  expect(days).toEqual([{ day: '2026-04-01' }]);
  // Saving the same day again posts nothing.
  const before = await journalCount();
  await beginOn('2026-04-01');
  expect(await journalCount()).toBe(before);
});

test('R4 F70 paying VAT returned elsewhere changes neither what is due so far nor what is filed', async () => {
  await on('2026-05-07');
  await pay('3000.00');
  expect(await vatDue()).toBe(0);
  await trade('2026-05-07', 300_000, 50_000);
  expect(await vatDue()).toBe(250_000);
  await on('2026-07-10');
  await file('2026-06-30');
  expect(await vatDue()).toBe(0);
  expect(await balances()).toEqual([0, 0, -250_000]);
  expect(await filed()).toEqual([250_000]);
});

test('R4 V24 a bill from before the first return that comes later is moved with the next filing', async () => {
  await trade('2026-03-20', 0, 4_000);
  expect(await balances()).toEqual([0, 4_000, -250_000]);
  await pay('2500.00');
  await on('2026-10-05');
  await file('2026-09-30');
  expect(await balances()).toEqual([0, 0, 4_000]);
  expect(await vatDue()).toBe(0);
});

test('V25 the check finds VAT from before the first return that was moved wrong', async () => {
  const triggers = (state: string) =>
    sql.raw(`alter table vat_cut_over_journals ${state} trigger user`).execute(app.db);
  await triggers('disable');
  const { rows } = await sql<{ journal_id: number }>`
    delete from vat_cut_over_journals where journal_id = (select max(journal_id) from vat_cut_over_journals) returning journal_id`.execute(
    app.db,
  );
  expect((await breachesOf(app.db)).join('\n')).toContain('V25: VAT from before 2026-04-01');
  await sql`insert into vat_cut_over_journals (journal_id) values (${rows[0]?.journal_id})`.execute(app.db);
  await triggers('enable');
});
