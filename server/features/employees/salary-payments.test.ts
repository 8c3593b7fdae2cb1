import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { employeeSales } from '#domain/employees/employee-sales.contract';
import { salaryPayments } from '#domain/employees/salary-payment.contract';
import { journals } from '#domain/journals/journal.contract';
import { addDays, londonDate } from '#domain/kernel/dates';
import { breachesOf, fillSafe, movedOn } from '../../../tests/support/books';
import { staffOffice } from '../../../tests/support/employees';
import { openTill, shopFloor, stockedProduct } from '../../../tests/support/shop';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
let office: Awaited<ReturnType<typeof staffOffice>>;
let payer: Caller;
beforeAll(async () => {
  app = await startTestApp();
  office = await staffOffice(app, 'view_dashboard');
  await fillSafe(app.db);
  payer = await app.as('view_employee', 'view_pay', 'create_payment', 'reverse_payment', 'view_ledger');
});
afterEach(async () => expect(await breachesOf(app.db)).toEqual([]));
afterAll(() => app.close());

const today = londonDate(new Date());
const pay = (id: number, more: object = {}, who = payer) =>
  who.call(salaryPayments.pay, {
    params: { id },
    body: { paid_for: 'November 2026', amount: '1850.00', ...more },
  });
const paid = async (id: number) => (await payer.call(salaryPayments.list, { params: { id } })).reply.data;
const accounts = ['6100', '1020', '1010'] as const;

test('L1 wages in simple mode: Dr 6100, Cr 1020 or 1010, one balanced journal each', async () => {
  const { id } = await office.hired();
  expect(await movedOn(app.db, accounts, () => pay(id, { reference: 'BACS 4' }))).toEqual([
    185_000, -185_000, 0,
  ]);
  expect(
    await movedOn(app.db, accounts, () =>
      pay(id, { paid_for: 'A bonus', amount: '50.00', method: 'cash', confirm_overlap: true }),
    ),
  ).toEqual([5000, 0, -5000]);
  expect(await paid(id)).toMatchObject([
    { paid_for: 'A bonus', amount: 5000, method: 'cash', paid_on: today, reversed: null },
    { paid_for: 'November 2026', amount: 185_000, reference: 'BACS 4' },
  ]);
  expect((await paid(id)).map(({ number }) => number)).toEqual(['SAL-00002', 'SAL-00001']);
});

test('L1 an employee is paid once for one purpose: repeated, concurrent, or in different case', async () => {
  const { id } = await office.hired();
  const other = await office.hired();
  const both = await movedOn(app.db, accounts, async () => {
    const replies = await Promise.all([pay(id), pay(id), pay(other.id)]);
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 422]);
  });
  expect(both).toEqual([370_000, -370_000, 0]);
  const clerk = await app.as('view_employee', 'create_payment');
  const before = await app.digest();
  expect((await pay(id, { paid_for: 'NOVEMBER 2026' })).refusal.errors).toHaveProperty('paid_for');
  expect((await pay(id, { paid_for: 'X', amount: '0.00' })).refusal.errors).toHaveProperty('amount');
  expect((await pay(id, { paid_for: 'X', business_date: addDays(today, 1) })).refusal.errors).toHaveProperty(
    'business_date',
  );
  expect(
    (await pay(id, { paid_for: 'X', business_date: addDays(today, -2), date_reason: 'Late' })).status,
  ).toBe(403);
  expect((await pay(999_999)).status).toBe(404);
  expect((await pay(id, {}, clerk)).status).toBe(403);
  expect(await app.digest()).toBe(before);
});

test('L1 A13 wages are reversed once, today, and can be paid again', async () => {
  const { id } = await office.hired();
  await pay(id);
  const [payment] = await paid(id);
  const reverse = (employee = id) =>
    payer.call(salaryPayments.reverse, {
      params: { id: employee, payment_id: payment?.id ?? 0 },
      body: { reason: 'The wrong account' },
    });
  expect((await reverse((await office.hired()).id)).status).toBe(404);
  const back = await movedOn(app.db, accounts, async () => {
    const replies = await Promise.all([reverse(), reverse()]);
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });
  expect(back).toEqual([-185_000, 185_000, 0]);
  expect(await paid(id)).toMatchObject([{ reversed: { on: today, reason: 'The wrong account' } }]);
  expect((await pay(id)).status).toBe(200);
  await expect(
    sql`update salary_payments set amount_pence = 1 where id = ${payment?.id ?? 0}`.execute(app.db),
  ).rejects.toThrow(/stays as it was posted/);
});

test('K8 no journal, log, stored reply or readable row says whose wages they are', async () => {
  const employee = await office.hired({ name: 'Ottoline Marsh' });
  const key = { 'idempotency-key': 'wages-of-november' };
  const send = () =>
    payer.call(salaryPayments.pay, {
      params: { id: employee.id },
      headers: key,
      body: { paid_for: 'Her November', amount: '1999.00' },
    });
  const [first, again] = [await send(), await send()];
  expect([first.status, again.reply]).toEqual([200, first.reply]);
  expect(await paid(employee.id)).toHaveLength(1);
  const page = await payer.call(journals.list);
  const { rows } = await sql<{ text: string }>`
    select (select string_agg(to_jsonb(s)::text, ' ') from salary_payments s)
      || (select string_agg(to_jsonb(j)::text, ' ') from journals j)
      || (select string_agg(to_jsonb(a)::text, ' ') from audit_log a where record_type = 'salary_payment')
      || (select string_agg(to_jsonb(i)::text, ' ') from idempotency_keys i where route like '%salary%') as text`.execute(
    app.db,
  );
  for (const text of ['Ottoline', 'Her November', employee.number])
    for (const place of [rows[0]?.text ?? '', page.raw.toString()]) expect(place).not.toContain(text);
  const { rows: columns } = await sql<{ column_name: string }>`
    select column_name::text from information_schema.columns where table_name = 'salary_payments'`.execute(
    app.db,
  );
  expect(columns.map(({ column_name }) => column_name)).not.toContain('employee_id');
});

test('R2 an employee’s sales, refunds and discounts are those of their account and the tills they closed', async () => {
  const seller = await app.as('view_pos', 'create_sale', 'view_sale', 'refund_sale');
  const session = await openTill(app.db);
  const floor = shopFloor(() => ({ app, seller, till: session }));
  const product = await stockedProduct(app.db);
  const line = { product_id: product, quantity: '2' } as never;
  const sale = await floor.sold([line], 480);
  await floor.sold([line], 480);
  await floor.refund(sale, [{ line_number: 1, quantity: '1' }] as never, 240);
  const { id } = await office.hired({ user_id: seller.userId });
  const ask = (employee: number, query: object = {}) =>
    office.keeper.call(employeeSales.show, { params: { id: employee }, query });
  expect((await ask(id)).reply.figures).toMatchObject({
    user_id: seller.userId,
    transactions: 2,
    gross: 960,
    refunds_gross: 240,
    net_takings: 720,
    discounts: 0,
    average: 480,
    tills_closed: 0,
    till_difference: 0,
  });
  expect((await ask(id, { from: '2020-01-01', to: '2020-12-31' })).reply.figures?.gross).toBe(0);
  expect((await ask((await office.hired()).id)).reply.figures).toBeNull();
  expect((await ask(999_999)).status).toBe(404);
  expect((await ask(id, { from: '2026-02-02', to: '2026-02-01' })).status).toBe(422);
});

test('F105 wages for days before someone began or after they left warn, and are paid after confirmation', async () => {
  const { id } = await office.hired();
  await sql`
    update employees set started_on = '2026-03-10', status = 'left', left_on = '2026-05-20',
      worked_before = '{[2025-04-06,2025-05-01)}' where id = ${id}`.execute(app.db);
  const wages = (from: string, to: string, more: object = {}) =>
    pay(id, { paid_for: `${from} to ${to}`, period_from: from, period_to: to, ...more });
  const june = ['2026-06-01', '2026-06-30'] as const;
  for (const [from, to] of [june, ['2026-05-21', '2026-05-31'], ['2026-03-01', '2026-03-09']] as const)
    expect((await wages(from, to)).refusal.errors?.confirm_outside_employment?.[0], from).toMatch(
      /was not employed from .* to .*\. Change the pay period, or confirm/,
    );
  for (const [from, to] of [
    ['2026-05-20', '2026-05-31'],
    ['2026-03-01', '2026-03-10'],
    ['2025-04-01', '2025-04-30'],
  ] as const)
    expect((await wages(from, to)).status, from).toBe(200);
  expect((await wages(...june, { confirm_outside_employment: true })).status).toBe(200);
});

test('F105 a second payment for the same days warns, and is made after confirmation', async () => {
  const { id } = await office.hired();
  const november = { period_from: '2026-11-01', period_to: '2026-11-30' };
  expect((await pay(id, november)).status).toBe(200);
  const before = await app.digest();
  for (const period of [
    { period_from: '2026-11-30', period_to: '2026-12-13' },
    { period_from: '2026-10-20', period_to: '2026-11-01' },
    { period_from: '2026-11-10', period_to: '2026-11-10' },
  ]) {
    const { status, refusal } = await pay(id, { paid_for: 'Wages again', ...period });
    expect(status).toBe(422);
    expect(refusal.errors?.confirm_overlap?.[0]).toMatch(
      /^£1,850\.00 was paid on .* for 1 Nov 2026 to 30 Nov 2026 \(November 2026\)\. Change the pay period, or confirm/,
    );
  }
  const turned = await pay(id, { paid_for: 'X', period_from: '2026-12-31', period_to: '2026-12-01' });
  expect(turned.refusal.errors).toHaveProperty('period_to');
  expect(await app.digest()).toBe(before);
  const december = { period_from: '2026-12-01', period_to: '2026-12-31' };
  expect((await pay(id, { paid_for: 'December 2026', ...december })).status).toBe(200);
  const [one, two] = await Promise.all([
    pay(id, { paid_for: 'January', period_from: '2027-01-01', period_to: '2027-01-31' }),
    pay(id, { paid_for: 'January 2027', period_from: '2027-01-01', period_to: '2027-01-31' }),
  ]);
  expect([one.status, two.status].toSorted((a, b) => a - b)).toEqual([200, 422]);
  expect((await pay(id, { paid_for: 'A bonus', ...november, confirm_overlap: true })).status).toBe(200);
  expect((await paid(id)).map(({ period_from }) => period_from)).toEqual([
    '2026-11-01',
    '2027-01-01',
    '2026-12-01',
    '2026-11-01',
  ]);
  // A payment without a period gets the month of its date.
  const other = await office.hired();
  expect((await pay(other.id, { paid_for: 'Wages' })).status).toBe(200);
  expect((await pay(other.id, { paid_for: 'Wages of the month' })).refusal.errors).toHaveProperty(
    'confirm_overlap',
  );
  const [last] = await paid(other.id);
  const reversed = { params: { id: other.id, payment_id: last?.id ?? 0 }, body: { reason: 'Twice' } };
  expect((await payer.call(salaryPayments.reverse, reversed)).status).toBe(200);
  expect((await pay(other.id, { paid_for: 'Wages of the month' })).status).toBe(200);
});
