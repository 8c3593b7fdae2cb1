import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accounts } from '#domain/accounts/account.contract';
import { tillCash, tills } from '#domain/tills/till.contract';
import { balanceOf, breachesOf } from '../../../tests/support/books';
import { duringFirst } from '../../../tests/support/held-transaction';
import { refused } from '../../../tests/support/refused';
import { startTestApp, type TestApp } from '../../../tests/support/test-app';
import { someTills } from '../../../tests/support/tills';

let app: TestApp;
let on: Awaited<ReturnType<typeof someTills>>;
beforeAll(async () => {
  app = await startTestApp();
  on = await someTills(app);
  // Approval above the limit: paid-out-limit.test.ts.
  await on.set({ paid_out_limit: null });
  await sql`insert into accounts (code, name, kind, normal_side, is_system, is_control)
    values ('6310', 'Postage', 'expense', 'debit', false, false) on conflict do nothing`.execute(app.db);
});
afterAll(() => app.close());

const receipt = { reference: 'R-881', vat_number: 'GB123456782', reason: 'Milk and tea towels' };

test('F38 V4 V17 V18 petty cash with VAT posts net and VAT, and is in the VAT return with its receipt', async () => {
  const id = await on.opened('50.00');
  const before = {
    cost: await balanceOf(app.db, '6310'),
    vat: await balanceOf(app.db, '2201'),
    cash: await balanceOf(app.db, '1000'),
  };
  // £12.00 with 20% VAT: 12.00 × 20 / 120 = £2.00.
  const { status } = await on.move(id, 'paid_out', '12.00', {
    account_code: '6310',
    vat_code: 'S',
    ...receipt,
  });
  expect(status).toBe(200);
  expect((await balanceOf(app.db, '6310')) - before.cost).toBe(1000);
  expect((await balanceOf(app.db, '2201')) - before.vat).toBe(200);
  expect((await balanceOf(app.db, '1000')) - before.cash).toBe(-1200);
  const { rows } = await sql`
    select direction, vat_code, net_pence::integer as net, vat_pence::integer as vat from vat_entries order by id desc limit 1`.execute(
    app.db,
  );
  expect(rows).toEqual([{ direction: 'input', vat_code: 'S', net: 1000, vat: 200 }]);
  const book = (await on.keeper.call(tillCash.list, { params: { id } })).reply.data;
  expect(book.at(-1)).toMatchObject({
    kind: 'paid_out',
    amount: -1200,
    reason: 'Milk and tea towels (R-881)',
  });
  // As printed, within a penny of rounding.
  const printed = (reference: string, vat: string) =>
    on.move(id, 'paid_out', '12.00', {
      account_code: '6310',
      vat_code: 'S',
      vat,
      ...receipt,
      reference,
    });
  expect((await printed('R-882', '1.99')).status).toBe(200);
  expect(await refused(printed('R-883', '2.02'))).toBe(
    '422 Enter at most £2.01, the VAT in £12.00 at this rate.',
  );
  expect(await breachesOf(app.db)).toEqual([]);
});

test("F38 V18 reclaiming VAT needs the receipt number and the supplier's VAT number; without VAT neither is needed", async () => {
  const id = await on.opened('50.00');
  const out = (more: object) => on.move(id, 'paid_out', '6.00', { account_code: '6310', ...more });
  expect((await out({ vat_code: 'S' })).refusal.errors).toHaveProperty('reference');
  expect((await out({ vat_code: 'S', reference: '7' })).refusal.errors).toHaveProperty('vat_number');
  expect((await out({ vat_code: 'S', reference: '7', vat_number: '12' })).refusal.errors).toHaveProperty(
    'vat_number',
  );
  expect((await out({ vat: '1.00' })).refusal.errors).toHaveProperty('vat_code');
  expect((await out({ vat_code: 'Z' })).status).toBe(200);
  expect((await out({})).status).toBe(200);
  const drop = await on.move(id, 'drop', '1.00', { vat_code: 'S', ...receipt });
  expect(drop.refusal.errors).toHaveProperty('vat_code');
  expect(await breachesOf(app.db)).toEqual([]);
});

test('F38 petty cash can use every expense account and category, even before its first posting', async () => {
  const id = await on.opened('50.00');
  const { rows } = await sql<{ id: number }>`
    insert into expense_categories (name, created_at, updated_at) values ('Window cleaning', now(), now()) returning id`.execute(
    app.db,
  );
  const category_id = rows[0]?.id ?? 0;
  const offered = async () =>
    (await on.keeper.call(tills.cashAccounts)).reply.data.filter(row => row.name === 'Window cleaning');
  expect(await offered()).toEqual([{ code: '', name: 'Window cleaning', for: 'paid_out', category_id }]);
  const out = (more: object) => on.move(id, 'paid_out', '15.00', { category_id, ...more });
  expect((await out({ account_code: '6310' })).refusal.errors).toHaveProperty('category_id');
  expect((await on.move(id, 'paid_in', '1.00', { category_id })).refusal.errors).toHaveProperty(
    'category_id',
  );
  expect((await on.move(id, 'paid_out', '1.00', { category_id: 999_999 })).refusal.errors).toHaveProperty(
    'category_id',
  );
  expect((await out({})).status).toBe(200);
  const [account] = await offered();
  expect(account).toMatchObject({ code: expect.stringMatching(/^6\d{3}$/), category_id: null });
  expect(await balanceOf(app.db, account?.code ?? '')).toBe(1500);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('L3 no cash is paid out to an account that is being made inactive', async () => {
  const admin = await app.as('admin');
  const id = await on.opened('50.00');
  await admin.call(accounts.create, { body: { code: '6990', name: 'Windows', kind: 'expense' } });
  const [made, paid] = await duringFirst(
    app.db,
    () =>
      admin.call(accounts.update, {
        params: { code: 6990 },
        body: { name: 'Windows', status: 'inactive' },
      }),
    () => on.move(id, 'paid_out', '20.00', { account_code: '6990' }),
  );
  expect(made.status).toBe(200);
  expect([paid.status, Object.keys(paid.refusal.errors ?? {})]).toEqual([422, ['account_code']]);
  expect(await balanceOf(app.db, '6990')).toBe(0);
});
