import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { employees } from '#domain/employees/employee.contract';
import { salaryPayments } from '#domain/employees/salary-payment.contract';
import { timeEntries } from '#domain/employees/time-entry.contract';
import { staffOffice } from '../../../tests/support/employees';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
let office: Awaited<ReturnType<typeof staffOffice>>;
beforeAll(async () => {
  app = await startTestApp({ clock: () => new Date('2026-11-20T18:00:00Z') });
  office = await staffOffice(app);
});
afterAll(() => app.close());

test('F105 a wrong last day is refused before recorded hours, and can be corrected later', async () => {
  const employee = await office.hired({ name: 'Bea Leaver' });
  const params = { id: employee.id };
  const hours = (day: string) =>
    office.keeper.call(timeEntries.add, {
      body: {
        employee_id: employee.id,
        clocked_in_at: `${day}T09:00:00Z`,
        clocked_out_at: `${day}T17:00:00Z`,
        reason: 'Forgotten',
      },
    });
  expect((await hours('2026-11-18')).status).toBe(200);
  expect((await office.step(employee, 'leave', { on: '2026-11-17' })).refusal.errors).toEqual({
    on: ['Bea Leaver has hours on 18 Nov 2026. Enter that day or a later one, or correct the hours first.'],
  });
  const edit = (left_on: string, who: Caller = office.keeper) =>
    who.call(employees.update, { params, body: office.body({ name: 'Bea Leaver', left_on } as object) });
  expect((await edit('2026-11-18')).refusal.errors).toEqual({
    left_on: ['Bea Leaver has not left. Record their leaving instead.'],
  });
  expect((await office.step(employee, 'leave', { on: '2026-11-18' })).status).toBe(200);
  expect((await hours('2026-11-19')).refusal.errors).toHaveProperty('clocked_in_at');
  const reader = await app.as('view_employee');
  const before = await app.digest();
  for (const [day, sentence] of [
    [
      '2026-11-17',
      'Bea Leaver has hours on 18 Nov 2026. Enter that day or a later one, or correct the hours first.',
    ],
    ['2026-11-21', 'Choose today or an earlier date. Record future changes when they happen.'],
    ['2025-01-05', 'Choose the start date or a later one.'],
  ] as const)
    expect((await edit(day)).refusal.errors).toEqual({ left_on: [sentence] });
  expect((await edit('2026-11-19', reader)).status).toBe(403);
  expect(await app.digest()).toBe(before);
  const corrected = await edit('2026-11-19');
  expect(corrected.reply).toMatchObject({ status: 'left', left_on: '2026-11-19' });
  expect(corrected.reply.steps.slice(0, 2).map(({ step, happened_on }) => [step, happened_on])).toEqual([
    ['correct_leaving', '2026-11-19'],
    ['leave', '2026-11-18'],
  ]);
  expect((await app.audits(1))[0]).toMatchObject({
    action: 'edited',
    before: { left_on: '2026-11-18' },
    after: { left_on: '2026-11-19' },
  });
  expect((await hours('2026-11-19')).status).toBe(200);
});

test('F105 hours and wages of an earlier employment can be entered and corrected after a rehire', async () => {
  const payer = await app.as('view_employee', 'view_pay', 'create_payment', 'backdate');
  const employee = await office.hired({ name: 'Cal Back', started_on: '2026-03-02' });
  const params = { id: employee.id };
  const hours = (day: string) => ({
    clocked_in_at: `${day}T09:00:00Z`,
    clocked_out_at: `${day}T17:00:00Z`,
    reason: 'Forgotten',
  });
  const add = (day: string) =>
    office.keeper.call(timeEntries.add, { body: { employee_id: employee.id, ...hours(day) } });
  const spring = await add('2026-04-07');
  expect((await office.step(employee, 'leave', { on: '2026-04-30' })).status).toBe(200);
  const rehired = await office.keeper.call(employees.rehire, { params, body: { on: '2026-09-01' } });
  expect(rehired.status).toBe(200);
  expect((await add('2026-04-08')).status).toBe(200);
  const moved = await office.keeper.call(timeEntries.correct, {
    params: { id: spring.reply.id },
    body: hours('2026-04-09'),
  });
  expect(moved.status).toBe(200);
  expect((await add('2026-05-01')).refusal.errors).toEqual({
    clocked_in_at: ['Cal Back left on 30 Apr 2026 and was rehired on 1 Sep 2026. Check the date.'],
  });
  expect((await add('2026-03-01')).refusal.errors).toEqual({
    clocked_in_at: ['Cal Back had not started by then. Check the date.'],
  });
  const start = await office.keeper.call(employees.update, {
    params,
    body: office.body({ name: 'Cal Back', started_on: '2026-04-30' }),
  });
  expect(start.refusal.errors).toEqual({
    started_on: ['Cal Back left on 30 Apr 2026 and was rehired later. Enter a date after that.'],
  });
  const wages = (business_date: string) =>
    payer.call(salaryPayments.pay, {
      params,
      body: {
        amount: '100.00',
        method: 'bank_transfer',
        paid_for: `Week of ${business_date}`,
        business_date,
        date_reason: 'Paid late',
      },
    });
  expect((await wages('2026-03-01')).refusal.errors).toHaveProperty('business_date');
  expect((await wages('2026-05-08')).status).toBe(200);
});

test('one does not unlink one’s own account to correct one’s own hours', async () => {
  const person = await app.as('view_employee', 'edit_employee');
  const employee = await office.hired({ user_id: person.userId });
  const unlink = (who: Caller) =>
    who.call(employees.update, {
      params: { id: employee.id },
      body: office.body({ name: employee.name, user_id: null }),
    });
  expect((await unlink(person)).refusal.errors).toEqual({
    user_id: ['You cannot unlink your own account. Ask a colleague.'],
  });
  expect((await unlink(office.keeper)).reply.user).toBeNull();
});

test('F105 an employee whose start was set back before the earlier employment was checked can still be edited', async () => {
  const employee = await office.hired({ name: 'Dot Early', started_on: '2026-04-06' });
  // As the upgrade found it: back since September, with the first day of the earlier employment.
  await sql`update employees set worked_before = '{[2026-04-06,2026-05-01)}' where id = ${employee.id}`.execute(
    app.db,
  );
  const edit = (more: object) =>
    office.keeper.call(employees.update, {
      params: { id: employee.id },
      body: office.body({ name: 'Dot Early', ...more }),
    });
  expect((await edit({ started_on: '2026-04-06', phone: '01632 960111' })).reply).toMatchObject({
    phone: '01632 960111',
    started_on: '2026-04-06',
  });
  expect((await edit({ started_on: '2026-04-07' })).refusal.errors).toEqual({
    started_on: ['Dot Early left on 30 Apr 2026 and was rehired later. Enter a date after that.'],
  });
  expect((await edit({ started_on: '2026-09-01' })).reply).toMatchObject({ started_on: '2026-09-01' });
});

test('F33 one corrects one’s own hours while no one else could, and the log says so', async () => {
  const owner = await app.as('admin');
  const employee = await office.hired({ user_id: owner.userId }, owner);
  const hours = (day: string) =>
    owner.call(timeEntries.add, {
      body: {
        employee_id: employee.id,
        clocked_in_at: `${day}T09:00:00.000Z`,
        clocked_out_at: `${day}T17:00:00.000Z`,
        reason: 'Missed to clock out',
      },
    });
  expect((await hours('2026-05-06')).refusal.message).toContain('your own hours');
  const others = await sql<{ id: number }>`
    update users set status = 'inactive' where status = 'active' and id <> ${owner.userId} returning id`.execute(
    app.db,
  );
  const entered = await hours('2026-05-06');
  await sql`update users set status = 'active' where id = any(${others.rows.map(({ id }) => id)}::bigint[])`.execute(
    app.db,
  );
  expect(entered.reply).toMatchObject({ minutes: 480 });
  expect((await app.audits(1))[0]).toMatchObject({
    action: 'hours_entered',
    after: { segregation: 'no second approver' },
  });
});

test('one unlinks one’s own account while no one else could, and the log says so', async () => {
  const owner = await app.as('admin');
  const employee = await office.hired({ user_id: owner.userId }, owner);
  const others = await sql<{ id: number }>`
    update users set status = 'inactive' where status = 'active' and id <> ${owner.userId} returning id`.execute(
    app.db,
  );
  const unlinked = await owner.call(employees.update, {
    params: { id: employee.id },
    body: office.body({ name: employee.name, user_id: null }),
  });
  await sql`update users set status = 'active' where id = any(${others.rows.map(({ id }) => id)}::bigint[])`.execute(
    app.db,
  );
  expect(unlinked.refusal).toBeUndefined();
  expect(unlinked.reply.user).toBeNull();
  expect((await app.audits(1))[0]).toMatchObject({
    action: 'edited',
    after: { segregation: 'no second approver' },
  });
});
