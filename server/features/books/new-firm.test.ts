import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { vatRegistration } from '#domain/books/vat-registration.contract';
import { sales } from '#domain/sales/sale.contract';
import { ownAccount } from '#domain/session/own-account.contract';
import { companySettings } from '#domain/settings/company.contract';
import { companyStatus } from '#domain/settings/company-status.contract';
import { breachesOf } from '../../../tests/support/books';
import { emptyDatabase } from '../../../tests/support/postgres-for-tests';
import { openTill, stockedProduct } from '../../../tests/support/shop';
import type { TestApp } from '../../../tests/support/test-app';
import { newInstallation as startInstallation } from '../../../tests/support/new-installation';
import { migrateThrough, migrateToLatest } from '../../platform/database/migrate';
import { openDatabase, openPool } from '../../platform/database/open-database';

const founder = { name: 'Ada Byrne', email: 'ada@firm.example', password: 'four words in a row' };
const opened: TestApp[] = [];
async function newInstallation(): Promise<TestApp> {
  const app = await startInstallation();
  opened.push(app);
  return app;
}
let shop: TestApp;
beforeAll(async () => {
  shop = await newInstallation();
});
afterAll(() => Promise.all(opened.map(app => app.close())));

test('F57 V23 a new business charges no VAT on its first sale, and is not presented as Counterfoil', async () => {
  const till = await openTill(shop.db);
  const product = await stockedProduct(shop.db);
  const seller = await shop.as('create_sale');
  const { reply } = await seller.call(sales.complete, {
    body: {
      client_id: randomUUID(),
      channel: 'till',
      session_id: till,
      lines: [{ product_id: product, quantity: '1' }],
      expected_total: '2.40',
      tenders: [{ method: 'cash', tendered: '2.40' }],
    },
  });
  expect(reply).toMatchObject({ net: 240, vat: 0, gross: 240, by_rate: [{ vat_code: 'O' }] });
  expect(reply.seller).toEqual({ name: 'Company name not entered', lines: [], vat_number: null });
  const { rows } = await sql`
    select from journal_lines where account_code in ('2200', '2201') union all select from vat_entries where vat_pence <> 0`.execute(
    shop.db,
  );
  expect(rows).toEqual([]);
  expect((await seller.call(companyStatus)).reply).toEqual({
    is_named: false,
    vat: 'not_registered',
    registration: { is_registered: false, registered_from: null, registered_until: null },
  });
  expect(await breachesOf(shop.db)).toEqual([]);
});

test('F57 the first administrator enters the business name and its VAT registration', async () => {
  const app = await newInstallation();
  const firm = {
    company_name: 'Harbour Vale Ltd',
    company_address: '1 Quay Street\nBristol BS1 4QA',
    vat_registered: true,
    vat_registered_from: '2026-04-01',
  };
  const register = (vat_number: string | undefined) =>
    app.anonymous.call(ownAccount.register, {
      body: { ...founder, ...firm, ...(vat_number && { vat_number }) },
    });
  for (const number of [undefined, '', '339072748', 'GD001']) {
    const { status, refusal } = await register(number);
    expect([status, Object.keys(refusal.errors ?? {})]).toEqual([422, ['vat_number']]);
  }
  expect((await register('339 0727 47')).reply).toMatchObject({ active: true });
  const admin = await app.as('admin');
  expect((await admin.call(vatRegistration.get)).reply).toMatchObject({
    is_registered: true,
    vat_number: 'GB339072747',
    registered_from: '2026-04-01',
  });
  expect((await admin.call(companySettings.get)).reply.head).toEqual({
    name: 'Harbour Vale Ltd',
    lines: ['1 Quay Street', 'Bristol BS1 4QA'],
  });
  expect((await admin.call(companyStatus)).reply).toMatchObject({ is_named: true, vat: 'registered' });
});

test('F57 later account requests do not include the business details', async () => {
  const app = await newInstallation();
  await app.anonymous.call(ownAccount.register, { body: founder });
  const admin = await app.as('admin');
  await admin.call(ownAccount.registration, { body: { open: true } });
  await app.anonymous.call(ownAccount.register, {
    body: {
      ...founder,
      email: 'mallory@firm.example',
      company_name: 'Mallory Ltd',
      vat_registered: true,
      vat_number: '339072747',
    },
  });
  expect((await admin.call(companyStatus)).reply).toMatchObject({ is_named: false, vat: 'not_registered' });
});

test('F57 the database refuses a registration without a number, or with wrong check digits', async () => {
  for (const change of [
    sql`is_registered = true, vat_number = null`,
    sql`is_registered = true, vat_number = 'GB123456789'`,
    sql`is_registered = true, vat_number = 'GB000000000'`,
  ])
    await expect(sql`update vat_registration set ${change}`.execute(shop.db)).rejects.toThrow(
      'a firm registered for VAT has a valid VAT number',
    );
  for (const number of ['GB339072747', 'GB252637601'])
    await sql`update vat_registration set is_registered = true, vat_number = ${number}`.execute(shop.db);
});

const before = '0070_countries';
test.each([
  ['has posted keeps its state', true, true],
  ['has posted nothing yet is not registered', false, false],
])('F57 upgrade: a company without a number that %s', async (_, hasPosted, is_registered) => {
  const db = openDatabase(openPool(await emptyDatabase(), 2));
  try {
    await migrateThrough(db, before);
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
    const { rows } = await sql<{
      is_registered: boolean;
    }>`select is_registered from vat_registration`.execute(db);
    expect(rows).toEqual([{ is_registered }]);
  } finally {
    await db.destroy();
  }
});
