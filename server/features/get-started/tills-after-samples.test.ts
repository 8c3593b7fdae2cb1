import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { pos } from '#domain/pos/pos.contract';
import { sales } from '#domain/sales/sale.contract';
import { paymentMethods } from '#domain/settings/payment-methods.contract';
import { tills } from '#domain/tills/till.contract';
import { newInstallation } from '../../../tests/support/new-installation';
import { changeMethods } from '../../../tests/support/payment-rules';
import { stockedProduct } from '../../../tests/support/shop';
import type { TestApp } from '../../../tests/support/test-app';
import { someTills } from '../../../tests/support/tills';
import { allInvariants } from '../../invariants';
import { checkBooks } from '../../kernel/verifier';
import { countJournals } from './sample-data.queries';

const opened: TestApp[] = [];
afterEach(() => Promise.all(opened.splice(0).map(app => app.close())));

async function newCompany() {
  const app = await newInstallation();
  opened.push(app);
  await app.as('admin');
  const mark = () =>
    sql`insert into sample_data (started_at, started_by, alive_at) select now(), min(id), now() from users`.execute(
      app.db,
    );
  const remove = async () => {
    const shown = await countJournals(app.db);
    const { rows } = await sql<{ removed: boolean }>`select remove_sample_data(${shown}) as removed`.execute(
      app.db,
    );
    expect(rows[0]?.removed).toBe(true);
  };
  return { app, mark, remove };
}

const broken = async ({ db }: TestApp) =>
  (await checkBooks(db, allInvariants, () => new Date())).results.filter(({ holds }) => !holds);

/** Runs a statement of a migration again, as the upgrade of an affected database does. */
async function runAgain({ db }: TestApp, name: string, beginning: string): Promise<void> {
  const text = await readFile(new URL(`../../migrations/${name}.sql`, import.meta.url), 'utf8');
  const at = text.indexOf(beginning);
  expect(at).toBeGreaterThan(0);
  await sql.raw(text.slice(at, text.indexOf(';', at))).execute(db);
}

test('T2 A12 Z reports and receipts start again after sample data, also on devices that sold with it', async () => {
  const { app, mark, remove } = await newCompany();
  await mark();
  const on = await someTills(app);
  const device = randomUUID();
  const checkIn = async (register_id: number) =>
    (await on.seller.call(pos.checkIn, { body: { device_id: device, register_id, unsent: [] } })).reply;
  const paidSale = (session_id: number, product_id: number, receipt_number: string) =>
    on.seller.call(sales.recordPaid, {
      body: {
        ...on.shop.sent([{ product_id, quantity: '1' }], 240, { session_id, was_offline: true }),
        device_id: device,
        receipt_number,
        sold_at: new Date().toISOString(),
        sent_at: new Date().toISOString(),
      },
    });
  const tried = await on.opened('100.00');
  const { rows } = await sql<{ id: number }>`
    select register_id as id from till_sessions where id = ${tried}`.execute(app.db);
  const register = rows[0]?.id ?? 0;
  expect(await checkIn(register)).toMatchObject({ prefix: 'C1-A', last_number: 0 });
  for (const number of ['C1-A-000001', 'C1-A-000002'])
    expect((await paidSale(tried, on.tea, number)).status).toBe(200);
  expect((await on.closed(tried, '104.80')).reply.z_number).toBe('Z-C1-00001');

  await remove();
  expect(await broken(app)).toEqual([]);
  // The device would go on after its last number, which the server no longer has.
  expect(await checkIn(register)).toMatchObject({ prefix: 'C1-B', last_number: 0 });
  expect(await checkIn(register)).toMatchObject({ prefix: 'C1-B' });
  const other = { device_id: randomUUID(), register_id: register, unsent: [] };
  expect((await on.seller.call(pos.checkIn, { body: other })).reply.prefix).toBe('C1-C');

  const tea = await stockedProduct(app.db);
  const { reply: session } = await on.keeper.call(tills.open, {
    body: { register_id: register, total: '100.00' },
  });
  // One was sold before the device had contact again, with the old series.
  for (const number of ['C1-A-000003', 'C1-B-000001'])
    expect((await paidSale(session.id, tea, number)).status).toBe(200);
  const { status, reply } = await on.closed(session.id, '104.80');
  expect([status, reply.z_number]).toEqual([200, 'Z-C1-00001']);
  expect(await broken(app)).toEqual([]);
});

test('T2 A12 upgrade: registers without any session start at Z 1, and others keep their numbers', async () => {
  const { app } = await newCompany();
  const on = await someTills(app);
  const closed = await on.opened('100.00');
  await on.closed(closed, '100.00');
  await sql`update registers set last_z_number = 12 where code = 'T1'`.execute(app.db);
  expect(await broken(app)).toHaveLength(1);
  await runAgain(app, '0178_tills_after_sample_data', 'update registers r set last_z_number = 0');
  expect(await broken(app)).toEqual([]);
  const { rows } = await sql`select code, last_z_number as last from registers order by code`.execute(app.db);
  expect(rows).toEqual([
    { code: 'C1', last: 1 },
    { code: 'T1', last: 0 },
  ]);
});

test('L4 payments use the usual account again where theirs was removed with the sample data', async () => {
  const { app, mark, remove } = await newCompany();
  const admin = await app.as('admin');
  const add = (code: string) =>
    sql`insert into accounts (code, name, kind, normal_side, is_system, is_control)
      values (${code}, ${`Card account ${code}`}, 'asset', 'debit', false, false)`.execute(app.db);
  await add('1041');
  await changeMethods(admin, method => (method === 'other' ? { account_code: '1041' } : {}));
  await mark();
  for (const code of ['1042', '1043']) await add(code);
  await changeMethods(admin, method => (method === 'credit_card' ? { account_code: '1042' } : {}));
  await changeMethods(admin, method =>
    method === 'credit_card' || method === 'other' ? { account_code: '1043' } : {},
  );
  await changeMethods(admin, method => (method === 'credit_card' ? { name: 'By card' } : {}));
  const accountOf = async (method: string) =>
    (await admin.call(paymentMethods.get)).reply.data.find(row => row.method === method)?.account?.code;
  expect(await accountOf('credit_card')).toBe('1043');
  const stored = async () => {
    const { rows } = await sql<{
      value: Record<string, { account: string | null; earlier_accounts: string[] }>;
    }>`
      select value from settings where key = 'payment_methods'`.execute(app.db);
    return rows[0]?.value ?? {};
  };
  const affected = await stored();
  await remove();
  const kept = await stored();
  expect(kept.credit_card).toMatchObject({ account: null, earlier_accounts: [], name: 'By card' });
  expect(kept.other).toMatchObject({ account: null, earlier_accounts: ['1041'] });
  expect(await accountOf('credit_card')).toBe('1030');

  const on = await someTills(app);
  on.till = await on.opened('100.00');
  const lines = [{ product_id: on.tea, quantity: '1' }];
  const tenders = [{ method: 'credit_card' as const, tendered: '2.40' }];
  expect((await on.shop.complete(on.shop.sent(lines, 240, { tenders }))).status).toBe(200);
  expect(await broken(app)).toEqual([]);

  // A database in which this has already happened.
  await sql`update settings set value = ${JSON.stringify(affected)}::jsonb where key = 'payment_methods'`.execute(
    app.db,
  );
  expect((await on.shop.complete(on.shop.sent(lines, 240, { tenders }))).status).not.toBe(200);
  await runAgain(app, '0179_payments_after_sample_data', 'select forget_missing_payment_accounts()');
  expect(await stored()).toEqual(kept);
  expect((await on.shop.complete(on.shop.sent(lines, 240, { tenders }))).status).toBe(200);
});
