import { afterAll, beforeAll, expect, test } from 'vitest';
import { vatPeriods } from '#domain/vat-returns/vat-period.contract';
import { vatAdjustments } from '#domain/vat-returns/vat-adjustment.contract';
import { vatReturns } from '#domain/vat-returns/vat-return.contract';
import { toPence } from '#domain/kernel/money';
import { dashboard } from '#domain/dashboard/dashboard.contract';
import { credit, debit, postJournal } from '../../server/kernel/ledger';
import { asBookkeeper } from '../support/books';
import { type Caller, startTestApp, type TestApp } from '../support/test-app';
import { watchRoundTrips } from '../support/watch-round-trips';

let app: TestApp;
let admin: Caller;
const now = new Date('2026-08-10T11:00:00Z');
const wire = watchRoundTrips();
beforeAll(async () => {
  app = await startTestApp({ clock: () => now });
  admin = await app.as('admin');
});
afterAll(async () => {
  wire.stop();
  await app.close();
});

const spend = (day: string) =>
  asBookkeeper(
    app.db,
    ctx =>
      postJournal(ctx, {
        businessDate: day,
        kind: 'landed_cost',
        narrative: 'Carriage',
        document: { type: 'expense', id: 1, number: null },
        lines: [debit('6910', toPence(1000)), debit('2201', toPence(200)), credit('1020', toPence(1200))],
        vat: [
          { direction: 'input', taxPoint: day, code: 'S', rate: 2000, net: toPence(1000), vat: toPence(200) },
        ],
      }),
    { now },
  );

const isEndless = (text: string) =>
  text
    .split(/\bunion all\b/)
    .some(part => part.includes('vat_entries_to_return') && !/tax_point > |e\.id > /.test(part));

/** The reads that search VAT from the first entry on, which is where an imported history lies. */
async function endlessReads(): Promise<string[]> {
  const reads: Readonly<Record<string, () => Promise<{ status: number }>>> = {
    returns: () => admin.call(vatReturns.list),
    return: () => admin.call(vatReturns.get, { query: { to: '2026-09-30' } }),
    preview: () =>
      admin.call(vatAdjustments.preview, {
        query: { business_date: '2026-07-10', reason: 'partial_exemption', box_4: '-1.00' },
      }),
    dashboard: () => admin.call(dashboard.show),
  };
  const endless: string[] = [];
  for (const [name, read] of Object.entries(reads)) {
    const sent = await wire.during(async () => expect((await read()).status, name).toBe(200));
    if (sent.some(({ text }) => isEndless(text))) endless.push(name);
  }
  return endless;
}

test('F40 VAT is not searched for its first day once a first day is set, or a return is filed', async () => {
  await spend('2026-05-10');
  await spend('2026-07-10');
  expect(await endlessReads(), 'the first day is the first entry’s').toEqual([
    'returns',
    'return',
    'preview',
    'dashboard',
  ]);
  const body = { stagger: 'group_1', first_day: '2026-04-01' } as const;
  expect((await admin.call(vatPeriods.save, { body })).status).toBe(200);
  expect(await endlessReads(), 'a first day').toEqual([]);
  expect((await admin.call(vatReturns.file, { body: { to: '2026-06-30' } })).status).toBe(200);
  expect(await endlessReads(), 'a filed return').toEqual([]);
});
