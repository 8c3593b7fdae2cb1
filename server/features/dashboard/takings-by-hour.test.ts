import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dashboard } from '#domain/dashboard/dashboard.contract';
import { reportDocuments } from '#domain/reports/sales-summary.contract';
import { sales } from '#domain/sales/sale.contract';
import { openTill, shopFloor, stockedProduct } from '../../../tests/support/shop';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import { sellingRights } from '../../../tests/support/two-days';

let now = new Date('2031-03-09T10:30:00Z');
let app: TestApp;
let tea: number;
let till: number;
let seller: Caller;
const floor = shopFloor(() => ({ app, seller, till }));

beforeAll(async () => {
  app = await startTestApp({ clock: () => now });
  till = await openTill(app.db, 100_000);
  tea = await stockedProduct(app.db, { name: 'Tea' });
});
afterAll(() => app.close());

async function goTo(moment: string): Promise<void> {
  now = new Date(moment);
  seller = await app.as(...sellingRights);
}
/** Sells this many units of tea at £2.40 at a moment. */
async function sellAt(moment: string, units: number) {
  await goTo(moment);
  return floor.sold([{ product_id: tea, quantity: String(units) }], units * 240);
}
const shown = async () => (await (await app.as('view_dashboard')).call(dashboard.show)).reply;

test('F69 today by the hour beside the median of the same weekdays, across the change to summer time', async () => {
  // Three Sundays in winter time: £2.40, £7.20 and £4.80 in the hour from ten.
  await sellAt('2031-03-09T10:30:00Z', 1);
  await sellAt('2031-03-16T10:15:00Z', 3);
  await sellAt('2031-03-16T15:00:00Z', 1);
  await sellAt('2031-03-23T10:50:00Z', 2);
  // A Monday is not compared with Sundays.
  await sellAt('2031-03-24T10:00:00Z', 9);
  // 10:20 in London on the Sunday that the clocks went forward.
  const sale = await sellAt('2031-03-30T09:20:00Z', 2);

  now = new Date('2031-03-30T09:45:00Z');
  expect((await shown()).hours).toEqual({
    on: '2031-03-30',
    days_compared: 3,
    net_takings: 480,
    // By 10:45: £2.40, £7.20 and nothing yet.
    usual_by_now: 240,
    hours: [{ hour: 10, net_takings: 480, usual: 480 }],
  });

  await goTo('2031-03-30T10:05:00Z');
  const refunded = await floor.refund(sale, [{ line_number: 1, quantity: '1' }], 240);
  expect(refunded.status).toBeLessThan(300);
  // A sale voided the same day counts on neither side.
  const voided = await sellAt('2031-03-30T10:06:00Z', 5);
  const cancelled = await seller.call(sales.cancel, {
    params: { id: voided.id },
    body: { client_id: randomUUID(), session_id: till, reason: 'Entered twice' },
  });
  expect(cancelled.status).toBeLessThan(300);
  const { hours, trade } = await shown();
  expect(hours).toEqual({
    on: '2031-03-30',
    days_compared: 3,
    net_takings: 240,
    // By 11:06: £2.40, £7.20 and £4.80.
    usual_by_now: 480,
    hours: [
      { hour: 10, net_takings: 480, usual: 480 },
      { hour: 11, net_takings: -240, usual: 0 },
    ],
  });
  expect(trade?.today.net_takings).toBe(240);
  const viewer = await app.as('view_dashboard');
  const { reply } = await viewer.call(reportDocuments.totals, {
    query: { from: '2031-03-30', to: '2031-03-30', side: 'both' },
  });
  expect(reply.gross).toBe(hours?.net_takings);
});

test('the hour that comes twice in October is one hour, and its takings are of one day', async () => {
  await sellAt('2031-10-19T00:10:00Z', 1);
  await sellAt('2031-10-26T00:30:00Z', 1);
  await sellAt('2031-10-26T01:30:00Z', 1);
  // The last minute of the long day, and the first of the next.
  await sellAt('2031-10-26T23:59:00Z', 1);
  now = new Date('2031-10-26T23:59:30Z');
  const { hours } = await shown();
  expect(hours).toMatchObject({ on: '2031-10-26', days_compared: 1, net_takings: 720, usual_by_now: 240 });
  expect(hours?.hours).toHaveLength(23);
  expect(hours?.hours.filter(({ net_takings }) => net_takings !== 0)).toEqual([
    { hour: 1, net_takings: 480, usual: 240 },
    { hour: 23, net_takings: 240, usual: 0 },
  ]);
  // Nine Sundays later nothing of these days is compared any more.
  await goTo('2031-12-28T12:00:00Z');
  expect((await shown()).hours).toMatchObject({ days_compared: 0, usual_by_now: null, hours: [] });
});

test('without the dashboard there are no hours, and hidden they are not calculated', async () => {
  const clerk = await app.as('view_stock');
  expect((await clerk.call(dashboard.show)).status).toBe(403);
  const person = await app.as('view_dashboard');
  await person.call(dashboard.arrange, { body: { shown: [], hidden: ['hours'] } });
  const { reply } = await person.call(dashboard.show);
  expect(reply.hours).toBeNull();
  expect(reply.available).toContain('hours');
});
