import { afterAll, beforeAll, expect, test } from 'vitest';
import { sessionTotals } from '#domain/tills/session-totals.contract';
import { tills } from '#domain/tills/till.contract';
import { fillSafe } from '../../../tests/support/books';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import { someTills } from '../../../tests/support/tills';

let app: TestApp;
let on: Awaited<ReturnType<typeof someTills>>;
beforeAll(async () => {
  app = await startTestApp();
  await fillSafe(app.db);
  on = await someTills(app);
});
afterAll(() => app.close());

const figures = ['takings', 'expected', 'counted', 'difference'] as const;

/** The totals of a user’s list, which must be those of the figures that its rows show. */
async function totalsOf(who: Caller, query: Record<string, string> = {}) {
  const { data } = (await who.call(tills.list, { query })).reply;
  const { reply } = await who.call(sessionTotals, { query });
  for (const figure of figures) {
    const shown = data.map(row => row[figure]).filter(amount => amount !== null);
    const sum = shown.length === 0 ? null : shown.reduce((all, amount) => all + amount, 0);
    expect(reply[figure], figure).toBe(sum);
  }
  return figures.map(figure => reply[figure]);
}

test('T2 the totals of till sessions have nothing in them that a blind count hides', async () => {
  const closed = await on.opened('100.00');
  expect((await on.closed(closed, '98.50')).status).toBe(200);
  const open = (on.till = await on.opened('50.00'));
  await on.shop.sold([{ product_id: on.tea, quantity: '1' }], 240, {
    tenders: [{ method: 'cash', tendered: '2.40' }],
  });
  // Only the closed one is known to users who count blind.
  expect(await totalsOf(on.keeper)).toEqual([0, 10_000, 9_850, -150]);
  expect(await totalsOf(on.seller, { status: 'open' })).toEqual([null, null, null, null]);
  expect(await totalsOf(on.manager)).toEqual([240, 15_240, 9_850, -150]);

  // Who counts is blind too, until the count is saved.
  const params = { id: open };
  expect((await on.manager.call(tills.startCount, { params, body: {} })).status).toBe(200);
  expect(await totalsOf(on.manager)).toEqual([0, 10_000, 9_850, -150]);
  expect((await on.manager.call(tills.count, { params, body: { total: '52.00' } })).status).toBe(200);
  expect(await totalsOf(on.manager)).toEqual([240, 15_240, 15_050, -190]);
  expect(await totalsOf(on.keeper)).toEqual([240, 15_240, 15_050, -190]);
  // Someone who neither counts nor approves still sees what was counted, and no more.
  expect(await totalsOf(on.seller)).toEqual([0, 10_000, 15_050, -150]);

  await on.set({ blind_count: false });
  expect(await totalsOf(on.seller)).toEqual([240, 15_240, 15_050, -190]);
});
