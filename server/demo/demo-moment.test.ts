import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { breachesOf } from '../../tests/support/books';
import { startTestApp, type TestApp } from '../../tests/support/test-app';
import { duringWork, lastWorkdayThatReached } from './calendar';
import { fillWithDemoData } from './fill-with-demo-data';
import { seededRandom } from './random';
import { sellingDays } from './sell';

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
  const after = (moment: string) => lastWorkdayThatReached(470, new Date(moment));
  // Half past eight and 470 minutes: twenty past four.
  expect(after('2026-11-25T16:19:00Z')).toBe('2026-11-24');
  expect(after('2026-11-25T16:20:00Z')).toBe('2026-11-25');
  expect(after('2026-11-23T02:15:00Z')).toBe('2026-11-20');
  expect(after('2026-11-22T10:00:00Z')).toBe('2026-11-20');
});

test('before opening time the till of the working day before is still open', () => {
  const actor = { id: 1 } as never;
  const steps = sellingDays(
    { administrator: actor, cashier: actor },
    new Date('2026-11-25T07:00:00Z'),
    seededRandom(1),
  );
  const at = (day: string) => steps.filter(step => step.at.toISOString().startsWith(day));
  expect(at('2026-11-25')).toEqual([]);
  // Tills are closed 465 minutes after half past eight.
  const closing = (day: string) => at(day).filter(step => step.at >= duringWork(day as never, 465)).length;
  expect([closing('2026-11-23'), closing('2026-11-24')]).toEqual([1, 0]);
});
