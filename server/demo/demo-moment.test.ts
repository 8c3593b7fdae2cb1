import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { breachesOf } from '../../tests/support/books';
import { startTestApp, type TestApp } from '../../tests/support/test-app';
import { lastWorkdayAfter } from './calendar';
import { fillWithDemoData } from './fill-with-demo-data';

/** A Wednesday before noon: the shop is open. */
const now = new Date('2026-11-25T11:00:00Z');
let demo: TestApp;
beforeAll(async () => {
  demo = await startTestApp();
  await fillWithDemoData(demo.db, now);
}, 600_000);
afterAll(() => demo.close());

const count = async (condition: string) => {
  const { rows } = await sql
    .raw<{ count: number }>(`select count(*) as count from ${condition}`)
    .execute(demo.db);
  return rows[0]?.count;
};

test('nothing in the demo data happens after the moment it is made, and the shop has sold since it opened', async () => {
  const times = [
    'audit_log where at',
    'journals where posted_at',
    'stock_movements where posted_at',
    'till_sessions where opened_at',
    'time_entries where clocked_out_at',
  ];
  for (const time of times) expect(await count(`${time} > '${now.toISOString()}'`), time).toBe(0);
  expect(await count(`journals where kind = 'sale' and posted_at >= '2026-11-25T08:30:00Z'`)).toBeGreaterThan(
    0,
  );
});

test('its till was opened this morning, a stocktake is half done, and the books balance', async () => {
  expect(await count(`till_sessions where status = 'open' and opened_at >= '2026-11-25T08:00:00Z'`)).toBe(1);
  expect(await count(`till_sessions where status = 'open'`)).toBe(1);
  expect(await count(`stock_counts where status = 'counting'`)).toBe(1);
  expect(await breachesOf(demo.db)).toEqual([]);
});

test('a day counts once it has come to the minute', () => {
  const after = (moment: string) => lastWorkdayAfter(470, new Date(moment));
  // Half past eight and 470 minutes: twenty past four.
  expect(after('2026-11-25T16:19:00Z')).toBe('2026-11-24');
  expect(after('2026-11-25T16:20:00Z')).toBe('2026-11-25');
  expect(after('2026-11-23T02:15:00Z')).toBe('2026-11-20');
  expect(after('2026-11-22T10:00:00Z')).toBe('2026-11-20');
});
