import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { vatRegistration } from '#domain/books/vat-registration.contract';
import { journals } from '#domain/journals/journal.contract';
import { vatAdjustments } from '#domain/vat-returns/vat-adjustment.contract';
import { vatPeriods } from '#domain/vat-returns/vat-period.contract';
import { vatReturns } from '#domain/vat-returns/vat-return.contract';
import { asBookkeeper, breachesOf } from '../../../tests/support/books';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import { spendWithVat } from '../../../tests/support/vat-desk';
import { reverseJournal } from '../../kernel/ledger';

let app: TestApp;
let admin: Caller;
const now = new Date('2026-08-10T11:00:00Z');
beforeAll(async () => {
  app = await startTestApp({ clock: () => now });
  admin = await app.as('admin');
});
afterAll(() => app.close());

const spend = (day: string) => spendWithVat(app, day, now);
const show = async (to: string) => (await admin.call(vatReturns.get, { query: { to } })).reply;
const firstPeriod = async () => (await admin.call(vatReturns.list)).reply.data.at(-1)?.from;

test('V24 a mistyped year that was reversed opens no returns', async () => {
  await spend('2026-05-10');
  const mistyped = await spend('2023-05-10');
  expect(await firstPeriod()).toBe('2023-04-01');
  await asBookkeeper(
    app.db,
    ctx => reverseJournal(ctx, mistyped?.id ?? 0, { businessDate: '2026-08-10', reason: 'Wrong year' }),
    { now },
  );
  expect(await firstPeriod()).toBe('2026-04-01');
  expect(await show('2026-06-30')).toMatchObject({ box_4: 200, box_7: 1000 });
});

test('V24 V29 VAT dated before the first return begins is in no return here, and is shown', async () => {
  expect(
    (await admin.call(vatPeriods.save, { body: { stagger: 'group_1', first_day: '2026-07-01' } })).status,
  ).toBe(200);
  await spend('2026-07-05');
  const before_registration = {
    registered_from: '2026-07-01',
    is_first_day: true,
    // The purchase of May, and the mistyped one with its reversal.
    entry_count: 3,
    output_vat: 0,
    input_vat: 200,
  };
  expect(await show('2026-09-30')).toMatchObject({
    from: '2026-07-01',
    box_4: 200,
    box_7: 1000,
    entry_count: 1,
    before_registration,
  });
  const early = await admin.call(vatAdjustments.create, {
    body: {
      reason: 'partial_exemption',
      description: 'Figure of June',
      box_4: '-1.00',
      account: '6910',
      business_date: '2026-06-30',
      date_reason: 'From the accountant',
    },
  });
  expect(early.refusal.errors?.business_date).toEqual([
    'The first VAT return begins on 1 Jul 2026. Choose that day or a later one.',
  ]);
  await admin.call(vatPeriods.save, { body: { stagger: 'monthly', first_day: '2026-07-01' } });
  expect((await admin.call(vatReturns.file, { body: { to: '2026-07-31' } })).reply).toMatchObject({
    box_4: 200,
    entry_count: 1,
    before_registration,
  });
  // A bill of June that is entered now was for the returns made elsewhere, too.
  await spend('2026-06-20');
  expect(await show('2026-07-31')).toMatchObject({ box_4: 200, entry_count: 1 });
  expect(await show('2026-08-31')).toMatchObject({ box_4: 0, entry_count: 0, before_registration: null });
  expect(await breachesOf(app.db)).toEqual([]);
});

test('K5 a filed return keeps the VAT number under which it was filed', async () => {
  await admin.call(vatRegistration.save, { body: { is_registered: true, vat_number: 'GB339072747' } });
  const { rows } = await sql<{ vat_number: string; business_name: string }>`
    select vat_number, business_name from vat_returns`.execute(app.db);
  expect(rows).toEqual([{ vat_number: 'GB123456782', business_name: expect.stringMatching(/./) }]);
  expect((await admin.call(vatReturns.pdf, { query: { to: '2026-07-31' } })).status).toBe(200);
});

test('V28 a supplier’s credit note takes a reverse charge back with all its boxes below zero', async () => {
  const post = (box_7: string) =>
    admin.call(vatAdjustments.create, {
      body: {
        reason: 'reverse_charge_abroad',
        description: 'Credit note for software',
        box_1: '-10.00',
        box_4: '-10.00',
        box_6: box_7,
        box_7,
      },
    });
  expect((await post('50.00')).refusal.errors?.box_7).toEqual([
    'Enter the net value in box 7, below zero like the VAT.',
  ]);
  const posted = await post('-50.00');
  expect([posted.status, posted.reply?.box_1]).toEqual([200, -1000]);
  const { reply } = await admin.call(journals.get, { params: { id: posted.reply.journal_id } });
  expect(reply.lines.map(line => [line.account.code, line.debit, line.credit])).toEqual([
    ['2200', 1000, 0],
    ['2201', 0, 1000],
  ]);
  expect(await show('2026-08-31')).toMatchObject({ box_1: -1000, box_4: -1000, box_6: -5000, box_7: -5000 });
  expect(await breachesOf(app.db)).toEqual([]);
});
