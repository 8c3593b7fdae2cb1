import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { vatRegistration } from '#domain/books/vat-registration.contract';
import { journals } from '#domain/journals/journal.contract';
import { vatPeriods } from '#domain/vat-returns/vat-period.contract';
import { vatEntries, vatReturns } from '#domain/vat-returns/vat-return.contract';
import { breachesOf } from '../../../tests/support/books';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import { spendWithVat } from '../../../tests/support/vat-desk';

let app: TestApp;
let admin: Caller;
const now = new Date('2026-08-10T11:00:00Z');
beforeAll(async () => {
  app = await startTestApp({ clock: () => now });
  admin = await app.as('admin');
});
afterAll(() => app.close());

const save = (body: Record<string, unknown>, who = admin) => who.call(vatPeriods.save, { body });
const periods = async () =>
  (await admin.call(vatReturns.list)).reply.data.map(({ from, to, state }) => [from, to, state]);
const file = (to: string) => admin.call(vatReturns.file, { body: { to } });

const spend = (day: string, at = now) => spendWithVat(app, day, at);

test('V24 stagger and first return are set, and each change is in the audit log', async () => {
  expect((await admin.call(vatPeriods.get)).reply).toEqual({
    stagger: 'group_1',
    first_day: null,
    version: 1,
  });
  expect(await periods()).toEqual([['2026-07-01', '2026-09-30', 'running']]);
  await save({ stagger: 'monthly', first_day: '2026-06-15', version: 1 });
  expect(await periods()).toEqual([
    ['2026-08-01', '2026-08-31', 'running'],
    ['2026-07-01', '2026-07-31', 'to_file'],
    ['2026-06-15', '2026-06-30', 'to_file'],
  ]);
  expect((await app.audits())[0]).toMatchObject({
    action: 'edited',
    record_name: 'VAT periods',
    after: { stagger: 'monthly', first_day: '2026-06-15' },
  });
  expect((await save({ stagger: 'monthly', version: 1 })).status).toBe(409);
  expect((await save({ stagger: 'weekly' })).refusal.errors).toHaveProperty('stagger');
  for (const first_day of ['2026-08-11', '2019-01-01'])
    expect((await save({ stagger: 'monthly', first_day })).refusal.errors?.first_day?.[0]).toContain(
      'Choose a date from 1 Aug 2022 to 10 Aug 2026',
    );
  expect((await save({ stagger: 'monthly' }, await app.as('view_ledger'))).status).toBe(403);
});

test('V25 a return without VAT is filed without a journal, in order, and the first day is then fixed', async () => {
  expect((await file('2026-07-31')).refusal.message).toContain('File the return to 30 Jun 2026 first');
  const { reply } = await file('2026-06-30');
  expect(reply).toMatchObject({ box_5: 0, entry_count: 0, filed: { journal_id: null, reference: null } });
  expect(
    (await save({ stagger: 'monthly', first_day: '2026-07-01' })).refusal.errors?.first_day?.[0],
  ).toContain('A return has been filed');
  // A new stagger starts the day after the last filed return.
  await save({ stagger: 'group_2', first_day: '2026-06-15' });
  expect((await periods())[1]).toEqual(['2026-07-01', '2026-07-31', 'to_file']);
});

test('V25 D5 filing a period already locked is dated today, and a reclaim is owed by HMRC', async () => {
  await spend('2026-07-20');
  await sql`update books_lock set locked_through = '2026-07-31'`.execute(app.db);
  const { reply } = await file('2026-07-31');
  expect(reply).toMatchObject({ box_4: 200, box_5: 200, box_7: 1000, is_reclaim: true });
  const journal = await admin.call(journals.get, { params: { id: reply.filed?.journal_id ?? 0 } });
  expect(journal.reply.business_date).toBe('2026-08-10');
  expect(journal.reply.lines.map(line => [line.account.code, line.debit, line.credit])).toEqual([
    ['2201', 0, 200],
    ['2205', 200, 0],
  ]);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('A9 V25 the check finds a return that does not match its entries, and VAT that is not recorded', async () => {
  // Bypasses the triggers, as the code cannot.
  const change = async (table: string, set: string) => {
    await sql.raw(`alter table ${table} disable trigger user`).execute(app.db);
    await sql.raw(`update ${table} set ${set}`).execute(app.db);
    await sql.raw(`alter table ${table} enable trigger user`).execute(app.db);
  };
  const breaches = async () => (await breachesOf(app.db)).join('\n');
  await change('vat_returns', 'box_7_pence = box_7_pence + 100');
  expect(await breaches()).toContain('V25: VAT return to 2026-07-31');
  await change('vat_returns', 'box_7_pence = box_7_pence - 100');
  await change('vat_entries', 'is_late = true');
  expect(await breaches()).toContain('a late entry is not marked as late');
  await change('vat_entries', 'is_late = false, vat_pence = 199');
  expect(await breaches()).toMatch(/A9: Journal \d+: £1.99 of input VAT recorded, £2.00 posted/);
  await change('vat_entries', 'vat_pence = 200');
  expect(await breaches()).toBe('');
});

test('V2 an unregistered business has no open period; filed ones stay', async () => {
  await sql`update vat_registration set is_registered = false, vat_number = null, registered_from = null, registered_until = null`.execute(
    app.db,
  );
  expect(await periods()).toEqual([
    ['2026-07-01', '2026-07-31', 'filed'],
    ['2026-06-15', '2026-06-30', 'filed'],
  ]);
  expect((await file('2026-10-31')).status).toBe(404);
  // Without a period the entries are those of the newest return.
  expect((await admin.call(vatEntries.list)).reply.total).toBe(1);
  await admin.call(vatRegistration.save, {
    body: { is_registered: true, vat_number: 'GB123456782', registered_until: '2026-08-05' },
  });
  expect((await periods())[0]).toEqual(['2026-08-01', '2026-08-05', 'to_file']);
});

test('D7 the check finds postings to a filed period that bypassed the error', async () => {
  await sql`alter table journals disable trigger user`.execute(app.db);
  // The return of June was empty and has no journal to compare with.
  await spend('2026-06-20', new Date(now.getTime() + 3600_000));
  await spend('2026-07-21');
  await sql`alter table journals enable trigger user`.execute(app.db);
  const breaches = (await breachesOf(app.db)).join('\n');
  expect(breaches).toContain('of 2026-06-20 was posted after the VAT return to 2026-06-30 was filed');
  expect(breaches).toContain('of 2026-07-21 was posted after the VAT return to 2026-07-31 was filed');
});
