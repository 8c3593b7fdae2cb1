import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openingBalances } from '#domain/accounts/account.contract';
import { vatRegistration } from '#domain/books/vat-registration.contract';
import { getStarted } from '#domain/get-started/get-started.contract';
import { nextOpenStep, type SetUpStep, setUpProgress, setUpStep } from '#domain/get-started/set-up-steps';
import { categories, units } from '#domain/masters/master.contract';
import { ownAccount } from '#domain/session/own-account.contract';
import { bankDetailsSettings } from '#domain/settings/bank-details.contract';
import { companySettings } from '#domain/settings/company.contract';
import { financialYear } from '#domain/settings/financial-year.contract';
import { vatPeriods } from '#domain/vat-returns/vat-period.contract';
import { newInstallation } from '../../../tests/support/new-installation';
import { emptyDatabase } from '../../../tests/support/postgres-for-tests';
import { openTill, stockedProduct } from '../../../tests/support/shop';
import type { Caller, TestApp } from '../../../tests/support/test-app';
import { migrateThrough, migrateToLatest } from '../../platform/database/migrate';
import { openDatabase, openPool } from '../../platform/database/open-database';

let app: TestApp;
let admin: Caller;
beforeAll(async () => {
  app = await newInstallation();
  admin = await app.as('admin');
});
afterAll(() => app.close());

const show = async (who = admin) => (await who.call(getStarted.show)).reply;
const stepsIn = async (state: 'done' | 'open' | 'skipped', who = admin): Promise<SetUpStep[]> =>
  (await show(who)).steps.filter(step => step.state === state).map(({ id }) => id);

test('F77 every step is open in a new installation', async () => {
  const { steps, is_hidden, found, version } = await show();
  expect(steps).toEqual(setUpStep.options.map(id => ({ id, state: 'open' })));
  expect({ is_hidden, version }).toEqual({ is_hidden: false, version: 1 });
  expect(found).toMatchObject({ company_name: null, vat_number: null, products: 0, users: 1, suspense: 0 });
  expect(setUpProgress(steps)).toEqual({ settled: 0, total: 12, minutesLeft: 30 });
});

test('a step is skipped, taken up again, and the guide dismissed; a stale edit is refused', async () => {
  const save = (body: { skipped: SetUpStep[]; is_hidden: boolean; version?: number }) =>
    admin.call(getStarted.save, { body });
  const { reply } = await save({ skipped: ['mail', 'bank', 'mail'], is_hidden: false, version: 1 });
  expect(reply.skipped).toEqual(['bank', 'mail']);
  expect(await stepsIn('skipped')).toEqual(['bank', 'mail']);
  expect((await app.audits())[0]).toMatchObject({
    action: 'edited',
    record_name: 'Get started',
    before: { skipped_steps: [] },
    after: { skipped_steps: ['bank', 'mail'] },
  });
  expect(await save({ skipped: [], is_hidden: true, version: 1 })).toMatchObject({
    status: 409,
    refusal: { message: 'This guide has changed since you opened it. Check it, then try again.' },
  });
  expect((await save({ skipped: [], is_hidden: true, version: 2 })).reply.is_hidden).toBe(true);
  expect(await stepsIn('skipped')).toEqual([]);
  expect((await save({ skipped: ['nothing' as never], is_hidden: true })).status).toBe(422);
  await save({ skipped: ['bank'], is_hidden: false });
});

test('a step is done as soon as its data exist, wherever they were entered, and stays skipped if not', async () => {
  const now = async (step: SetUpStep) => (await show()).steps.find(({ id }) => id === step)?.state;
  await admin.call(companySettings.save, { body: { name: 'Quay Stores' } });
  expect(await now('company'), 'an address is missing').toBe('open');
  await admin.call(companySettings.save, { body: { name: 'Quay Stores', address: '1 Quay Street' } });
  expect(await now('company')).toBe('done');

  await admin.call(vatRegistration.save, { body: { is_registered: false } });
  expect(await now('vat'), 'not registered is an answer').toBe('done');
  await admin.call(financialYear.save, { body: { starts: '04-01' } });
  expect(await now('year')).toBe('done');
  await admin.call(vatRegistration.save, { body: { is_registered: true, vat_number: '339072747' } });
  expect([await now('vat'), await now('year')], 'a registered firm has VAT periods').toEqual([
    'done',
    'open',
  ]);
  await admin.call(vatPeriods.save, { body: { stagger: (await admin.call(vatPeriods.get)).reply.stagger } });
  expect(await now('year')).toBe('done');

  expect(await now('bank')).toBe('skipped');
  const account = { account_name: 'Quay Stores', sort_code: '200000', account_number: '12345678' };
  await admin.call(bankDetailsSettings.save, { body: account });
  expect(await now('bank')).toBe('done');

  await admin.call(units.create, { body: { name: 'Each' } });
  expect(await now('trade'), 'categories are missing').toBe('open');
  await admin.call(categories.create, { body: { name: 'Drinks' } });
  expect(await now('trade')).toBe('done');
  await stockedProduct(app.db);
  expect(await now('products')).toBe('done');
  await app.as('view_pos');
  expect(await now('people')).toBe('done');
  await openTill(app.db);
  expect(await now('till')).toBe('done');
  expect(await stepsIn('open')).toEqual(['sale', 'mail', 'backup']);
});

test('L9 opening figures are done when there are some and 3900 is zero; the balance needs permission', async () => {
  const other = await newInstallation();
  const keeper = await other.as('admin');
  const open = (account: string, side: 'debit' | 'credit') =>
    keeper.call(openingBalances.addAccount, { body: { account, side, amount: '1250.00' } });
  expect(await stepsIn('open', keeper)).toContain('opening');
  const bank = await open('1020', 'debit');
  expect((await show(keeper)).found).toMatchObject({ opening_items: 1, suspense: -125_000 });
  expect(await stepsIn('open', keeper)).toContain('opening');
  await open('3000', 'credit');
  expect((await show(keeper)).found).toMatchObject({ opening_items: 2, suspense: 0 });
  expect(await stepsIn('done', keeper)).toContain('opening');
  await keeper.call(openingBalances.reverse, {
    params: { id: bank.reply.journal_id },
    body: { reason: 'Entered twice' },
  });
  expect((await show(keeper)).found).toMatchObject({ opening_items: 1, suspense: 125_000 });
  const editor = await other.as('view_setting', 'edit_setting');
  expect((await show(editor)).found.suspense).toBeNull();
  await other.close();
});

test('the first registration answers for the company and VAT; an administrator of the environment has not been asked', async () => {
  const other = await newInstallation();
  const person = { name: 'Ada Byrne', email: 'ada@firm.example', password: 'four words in a row' };
  await other.anonymous.call(ownAccount.register, {
    body: { ...person, company_name: 'Quay Stores', company_address: '1 Quay Street' },
  });
  const { steps } = await show(await other.as('admin'));
  expect(steps.filter(({ state }) => state === 'done').map(({ id }) => id)).toContain('vat');
  expect(steps.find(({ id }) => id === 'company')?.state).toBe('done');
  await other.close();
});

test('the next step is the one after it that is open, and at the end the first that was left', () => {
  const steps = setUpStep.options.map(id => ({ id, state: 'open' as const }));
  expect(nextOpenStep(steps, null)).toBe('company');
  expect(nextOpenStep(steps, 'company')).toBe('vat');
  // The way to the first receipt comes first, and the last step leads to the first again.
  expect(nextOpenStep(steps, 'till')).toBe('sale');
  expect(nextOpenStep(steps, 'sale')).toBe('bank');
  expect(nextOpenStep(steps, 'backup')).toBe('company');
  const rest = steps.map(step => (step.id === 'bank' ? step : { ...step, state: 'done' as const }));
  expect([nextOpenStep(rest, 'mail'), nextOpenStep(rest, 'bank')]).toEqual(['bank', null]);
});

test.each([
  ['a firm that trades already does not see the guide', true],
  ['a firm that has posted nothing sees it', false],
])('upgrade: %s', async (_, hasPosted) => {
  const db = openDatabase(openPool(await emptyDatabase(), 2));
  try {
    await migrateThrough(db, '0135_administrator_description');
    if (hasPosted)
      await sql`
        with poster as (insert into users (name, email, password_hash, created_at, updated_at)
          values ('Ada', 'ada@firm.example', '', now(), now()) returning id),
        journal as (insert into journals (business_date, kind, narrative, document_type, document_id, posted_by, posted_at)
          select '2026-04-01', 'manual', 'Rent', 'manual', 1, id, now() from poster returning id, business_date)
        insert into journal_lines (journal_id, line_number, business_date, account_code, debit_pence, credit_pence)
        select id, side, business_date, '1020', case side when 1 then 100 else 0 end, case side when 2 then 100 else 0 end
        from journal, generate_series(1, 2) as side`.execute(db);
    await migrateToLatest(db);
    const { rows } = await sql<{ hidden: boolean }>`
      select (value ->> 'is_hidden')::boolean as hidden from settings where key = 'get_started'`.execute(db);
    expect(rows).toEqual(hasPosted ? [{ hidden: true }] : []);
  } finally {
    await db.destroy();
  }
});
