import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { vatPeriods } from '#domain/vat-returns/vat-period.contract';
import { breachesOf } from '../../../tests/support/books';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import { vatDesk } from '../../../tests/support/vat-desk';

let app: TestApp;
let admin: Caller;
let now: Date;
const on = async (day: string) => {
  now = new Date(`${day}T11:00:00Z`);
  admin = await app.as('admin');
};
beforeEach(async () => {
  app = await startTestApp({ clock: () => now });
  await on('2026-03-31');
});
afterEach(async () => {
  expect(await breachesOf(app.db)).toEqual([]);
  await app.close();
});
const { trade, beginOn, file, pay, balances, filed } = vatDesk(() => ({ app, admin, now }));

test('V24 what the first return took is not moved as returned elsewhere, although a later first day was saved', async () => {
  await trade('2026-03-31', 300_000, 80_000);
  await on('2026-04-10');
  await file('2026-03-31');
  // An earlier version saved a first day without moving anything, and returned everything before it.
  await sql`update vat_periods set first_day = '2026-04-01'`.execute(app.db);
  await trade('2026-04-10', 100_000, 0);
  await on('2026-07-10');
  await file('2026-06-30');
  expect(await balances()).toEqual([0, 0, -320_000]);
});

test('R4 with monthly returns, VAT returned elsewhere is paid after the first period here, and is no reclaim', async () => {
  await trade('2026-03-31', 300_000, 0);
  await on('2026-04-20');
  await beginOn('2026-04-01', 'monthly');
  await trade('2026-04-20', 100_000, 0);
  await on('2026-05-07');
  await pay('3000.00');
  await on('2026-06-05');
  await file('2026-04-30');
  expect(await filed()).toEqual([100_000]);
  await pay('1000.00');
  expect(await filed()).toEqual([]);
});

test('F87 the first day moves VAT between accounts, so it needs the permission to file', async () => {
  const clerk = await app.as('view_ledger', 'edit_setting');
  const save = (first_day: string | null) =>
    clerk.call(vatPeriods.save, { body: { stagger: 'group_1', first_day } });
  expect((await save('2026-03-01')).status).toBe(403);
  expect((await save(null)).status).toBe(200);
});
