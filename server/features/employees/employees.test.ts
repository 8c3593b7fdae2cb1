import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { audit } from '#domain/audit/audit.contract';
import { employees } from '#domain/employees/employee.contract';
import { expenses } from '#domain/expenses/expense.contract';
import { addDays, londonDate } from '#domain/kernel/dates';
import { cashiers } from '#domain/tills/cashier.contract';
import { users } from '#domain/users/user.contract';
import { breachesOf } from '../../../tests/support/books';
import { staffOffice } from '../../../tests/support/employees';
import { openTill } from '../../../tests/support/shop';
import { startTestApp, type TestApp } from '../../../tests/support/test-app';
import { deadlocks } from '../../../tests/support/watch-locks';
import { hashPassword } from '../session';

let app: TestApp;
let office: Awaited<ReturnType<typeof staffOffice>>;
beforeAll(async () => {
  app = await startTestApp();
  // Without an administrator no account is closed.
  await app.as('admin');
  office = await staffOffice(app, 'export_data');
});
afterEach(async () => expect(await breachesOf(app.db)).toEqual([]));
afterAll(() => app.close());

const today = londonDate(new Date());
const update = (id: number, body: Record<string, unknown>) =>
  office.keeper.call(employees.update, { params: { id }, body: { ...office.body(), ...body } as never });
const shown = async (id: number) => (await office.keeper.call(employees.get, { params: { id } })).reply;

/** An employee with an account with these permissions, and a PIN. */
async function withAccount(...rights: Parameters<TestApp['as']>) {
  const person = await app.as(...rights);
  await sql`insert into user_pins (user_id, pin_hash, set_at) values (${person.userId}, ${await hashPassword('2580')}, now())`.execute(
    app.db,
  );
  return { person, employee: await office.hired({ user_id: person.userId }) };
}
const pinWorks = async (device: TestApp['anonymous'], user_id: number) =>
  (await device.call(cashiers.change, { body: { user_id, pin: '2580' } })).status === 200;

describe('the record', () => {
  test('A12 an employee has a number from a series without gaps, and the values entered', async () => {
    const before = await office.hired();
    const refused = await office.keeper.call(employees.create, {
      body: office.body({ manager_id: 999_999 }),
    });
    expect(refused.refusal.errors).toHaveProperty('manager_id');
    const added = await office.hired({
      name: ' Imogen  Hartley ',
      job_title: 'Shop manager',
      department: 'Shop',
      email: 'imogen@firm.example',
      emergency_name: 'Tom Hartley',
      emergency_phone: '01632 960111',
      manager_id: before.id,
    });
    expect(Number(added.number.slice(4))).toBe(Number(before.number.slice(4)) + 1);
    expect(added).toMatchObject({
      name: 'Imogen Hartley',
      manager: { id: before.id },
      status: 'active',
      started_on: '2025-01-06',
      steps: [{ step: 'start', happened_on: '2025-01-06' }],
      can: { edit: { allowed: true }, leave: { allowed: true }, return: { allowed: false } },
    });
    expect((await shown(before.id)).reports).toEqual([
      { id: added.id, name: 'Imogen Hartley', job_title: 'Shop manager' },
    ]);
    const [entry] = await app.audits(1);
    expect(entry).toMatchObject({ action: 'created', record_type: 'employee', record_id: added.id });
    expect(JSON.stringify(entry)).not.toContain('01632 960111');
  });

  test('an edit needs the current version, and the audit log only marks private fields as changed', async () => {
    const { id, version } = await office.hired({ phone: '01632 960222' });
    const first = await update(id, { phone: '01632 960333', job_title: 'Clerk', version });
    expect(first.reply).toMatchObject({ phone: '01632 960333', version: version + 1 });
    const [entry] = await app.audits(1);
    expect(entry?.after).toMatchObject({ job_title: 'Clerk', changed: ['phone'] });
    expect(JSON.stringify(entry)).not.toContain('96033');
    const before = await app.digest();
    const second = await update(id, { version });
    expect([second.status, second.refusal.current]).toMatchObject([409, { id, job_title: 'Clerk' }]);
    expect((await update(999_999, {})).status).toBe(404);
    expect(await app.digest()).toBe(before);
  });

  test('no one is their own manager at any level, even with concurrent changes, which never deadlock', async () => {
    const [one, two, three] = [await office.hired(), await office.hired(), await office.hired()];
    expect((await update(one.id, { manager_id: one.id })).refusal.errors).toHaveProperty('manager_id');
    await update(two.id, { manager_id: one.id });
    await update(three.id, { manager_id: two.id });
    expect((await update(one.id, { manager_id: three.id })).refusal.message).toContain('their own manager');
    const [four, five] = [await office.hired(), await office.hired()];
    deadlocks.length = 0;
    for (let time = 0; time < 10; time++) {
      await update(four.id, { manager_id: null });
      await update(five.id, { manager_id: null });
      const both = await Promise.all([
        update(four.id, { manager_id: five.id }),
        update(five.id, { manager_id: four.id }),
      ]);
      expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
    }
    expect(deadlocks).toEqual([]);
  });

  test('an account belongs to one employee, and must be active', async () => {
    const person = await app.as('view_pos', 'create_sale');
    const holder = await office.hired({ user_id: person.userId });
    const choices = (await office.keeper.call(employees.choices)).reply;
    expect(choices.users.map(({ id }) => id)).not.toContain(person.userId);
    const twice = await office.keeper.call(employees.create, {
      body: office.body({ user_id: person.userId }),
    });
    expect(twice.refusal.errors).toEqual({
      user_id: ['This account already belongs to another employee. Choose another.'],
    });
    const other = await app.as('view_pos', 'create_sale');
    const both = await Promise.all(
      [1, 2].map(() =>
        office.keeper.call(employees.create, { body: office.body({ user_id: other.userId }) }),
      ),
    );
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
    const gone = await app.as('view_pos', 'create_sale');
    await app.db.updateTable('users').set({ status: 'inactive' }).where('id', '=', gone.userId).execute();
    expect((await update(holder.id, { user_id: gone.userId })).refusal.errors).toHaveProperty('user_id');
  });

  test('the list is searched, filtered and exported, without private details', async () => {
    const boss = await office.hired({ name: 'Zelda Quill', department: 'Stores' });
    await office.hired({
      name: 'Yann Quill',
      department: 'Stores',
      manager_id: boss.id,
      notes: 'Allergic to nuts',
    });
    const ask = async (query: Record<string, string>) =>
      (await office.keeper.call(employees.list, { query })).reply.data.map(({ name }) => name);
    expect(await ask({ search: 'quill' })).toEqual(['Yann Quill', 'Zelda Quill']);
    expect(await ask({ department: 'Stores', sort_by: 'number' })).toEqual(['Zelda Quill', 'Yann Quill']);
    expect(await ask({ manager_id: String(boss.id) })).toEqual(['Yann Quill']);
    expect(await ask({ search: 'nuts' })).toEqual([]);
    const file = await office.keeper.call(employees.export, { query: { format: 'csv', search: 'quill' } });
    expect(file.raw.toString()).toContain('Yann Quill');
    expect(file.raw.toString()).not.toContain('nuts');
    const found = await office.keeper.call(employees.search, { query: { text: 'zelda' } });
    expect(found.reply.data).toEqual([
      { id: boss.id, name: 'Zelda Quill', job_title: null, status: 'active' },
    ]);
  });
});

describe('5.6 the employment', () => {
  test('leaving signs out at the commit: session, PIN and account, and nothing else', async () => {
    const device = await app.as('view_pos', 'create_sale');
    const { person, employee } = await withAccount('view_pos', 'create_sale', 'view_employee');
    expect(await pinWorks(device, person.userId)).toBe(true);
    expect((await person.call(employees.list)).status).toBe(200);
    const { reply } = await office.step(employee, 'leave', { reason: 'A new post' });
    expect(reply).toMatchObject({ status: 'left', left_on: today, user: { id: person.userId } });
    expect((await person.call(employees.list)).status).toBe(401);
    expect(await pinWorks(device, person.userId)).toBe(false);
    const admin = await app.as('admin');
    const account = (await admin.call(users.get, { params: { id: person.userId } })).reply;
    expect(account.status).toBe('inactive');
    expect((await app.audits(4)).map(({ action }) => action)).toEqual(
      expect.arrayContaining(['left', 'deactivated']),
    );
    expect((await office.step(employee, 'leave')).status).toBe(409);
  });

  test('suspension signs out; reinstatement restores the account but not the PIN', async () => {
    const device = await app.as('view_pos', 'create_sale');
    const { person, employee } = await withAccount('view_pos', 'create_sale', 'view_employee');
    expect((await office.step(employee, 'suspend', { reason: '' })).refusal.errors).toHaveProperty('reason');
    await office.step(employee, 'suspend');
    expect((await person.call(employees.list)).status).toBe(401);
    expect((await office.step(employee, 'go_on_leave')).status).toBe(409);
    expect((await update(employee.id, { user_id: null })).refusal.errors).toHaveProperty('user_id');
    expect((await office.step(employee, 'reinstate')).reply.status).toBe('active');
    const { rows } = await sql<{ status: string; pins: number }>`
      select status, (select count(*) from user_pins where user_id = u.id) as pins from users u where id = ${person.userId}`.execute(
      app.db,
    );
    expect(rows).toEqual([{ status: 'active', pins: 0 }]);
    expect(await pinWorks(device, person.userId)).toBe(false);
  });

  test('an account closed before the suspension stays closed after it', async () => {
    const { person, employee } = await withAccount('view_pos', 'create_sale');
    const admin = await app.as('admin');
    await admin.call(users.deactivate, { params: { id: person.userId } });
    await office.step(employee, 'suspend');
    await office.step(employee, 'reinstate');
    expect((await admin.call(users.get, { params: { id: person.userId } })).reply.status).toBe('inactive');
  });

  test('on leave the PIN does not open the till, and the records stay', async () => {
    const device = await app.as('view_pos', 'create_sale');
    const { person, employee } = await withAccount('view_pos', 'create_sale', 'view_employee');
    const until = addDays(today, 14);
    const { reply } = await office.step(employee, 'go_on_leave', { until });
    expect(reply).toMatchObject({ status: 'on_leave', away_from: today, away_until: until });
    expect(await pinWorks(device, person.userId)).toBe(false);
    expect((await device.call(cashiers.list)).reply.data.map(({ id }) => id)).not.toContain(person.userId);
    expect((await person.call(employees.list)).status).toBe(200);
    expect((await office.step(employee, 'return')).reply).toMatchObject({
      status: 'active',
      away_from: null,
    });
    expect(await pinWorks(device, person.userId)).toBe(true);
  });

  test('leaving is refused with an open till, an unpaid expense or reports without a manager', async () => {
    const { person, employee } = await withAccount(
      'view_pos',
      'create_sale',
      'view_expense',
      'create_expense',
    );
    const till = await openTill(app.db);
    await sql`update till_sessions set opened_by = ${person.userId} where id = ${till}`.execute(app.db);
    expect((await office.step(employee, 'leave')).refusal.message).toMatch(/has Register \S+ open/);
    await sql`update till_sessions set opened_by = 1 where id = ${till}`.execute(app.db);
    const claim = await person.call(expenses.create, {
      body: { description: 'Taxi', settlement: 'own_money', lines: [] },
    });
    expect((await office.step(employee, 'leave')).refusal.message).toContain(
      '1 draft of expenses paid with their own money. Submit or delete it first.',
    );
    await sql`update expenses set status = 'submitted', number = 'EXP-00001', submitted_at = now() where id = ${claim.reply.id}`.execute(
      app.db,
    );
    await sql`insert into number_series (series, last_number) values ('EXP', 1)`.execute(app.db);
    expect((await office.step(employee, 'leave')).refusal.message).toContain('1 expense that is not paid');
    await sql`update expenses set status = 'cancelled', cancelled_at = now(), cancel_reason = 'No' where id = ${claim.reply.id}`.execute(
      app.db,
    );
    const [first, second] = [
      await office.hired({ manager_id: employee.id }),
      await office.hired({ manager_id: employee.id }),
    ];
    const before = await app.digest();
    expect((await office.step(employee, 'leave')).refusal.errors).toHaveProperty('reports_to');
    expect((await office.step(employee, 'leave', { reports_to: employee.id })).status).toBe(422);
    expect(await app.digest()).toBe(before);
    expect((await office.step(employee, 'leave', { reports_to: first.id })).status).toBe(200);
    expect((await shown(first.id)).manager).toBeNull();
    expect((await shown(second.id)).manager).toMatchObject({ id: first.id });
  });

  test('dates in order: not in the future, not before the start; two concurrent leavings count once', async () => {
    const employee = await office.hired();
    expect((await office.step(employee, 'leave', { on: addDays(today, 1) })).refusal.errors).toHaveProperty(
      'on',
    );
    expect((await office.step(employee, 'leave', { on: '2024-12-31' })).refusal.errors).toHaveProperty('on');
    const both = await Promise.all([office.step(employee, 'leave'), office.step(employee, 'leave')]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect((await shown(employee.id)).steps.map(({ step }) => step)).toEqual(['leave', 'start']);
  });

  test('only an administrator suspends an administrator, and no one can suspend themselves', async () => {
    const admin = await app.as('admin');
    const theirs = await office.hired({ user_id: admin.userId }, admin);
    const before = await app.digest();
    expect((await office.step(theirs, 'suspend')).refusal.message).toContain('Only an administrator');
    expect((await office.step(theirs, 'suspend', {}, admin)).refusal.message).toContain('your own account');
    expect(await app.digest()).toBe(before);
  });

  test('a former employee is rehired with their history, and an account given to someone else stays there', async () => {
    const { person, employee } = await withAccount('view_pos', 'create_sale');
    await office.step(employee, 'leave', { on: '2025-06-30' });
    const rehire = (on?: string) =>
      office.keeper.call(employees.rehire, { params: { id: employee.id }, body: on ? { on } : {} });
    expect((await rehire('2025-06-30')).refusal.errors).toHaveProperty('on');
    const { reply } = await rehire('2025-09-01');
    expect(reply).toMatchObject({ status: 'active', started_on: '2025-09-01', left_on: null });
    expect(reply.steps.map(({ step, happened_on }) => [step, happened_on])).toEqual([
      ['rehire', '2025-09-01'],
      ['leave', '2025-06-30'],
      ['start', '2025-01-06'],
    ]);
    await office.step(employee, 'leave');
    await app.db.updateTable('users').set({ status: 'active' }).where('id', '=', person.userId).execute();
    await office.hired({ user_id: person.userId });
    await sql`update employees set left_on = ${addDays(today, -1)} where id = ${employee.id}`.execute(app.db);
    expect([(await rehire()).status, (await rehire()).refusal.message]).toEqual([
      409,
      expect.stringContaining('belongs to someone else'),
    ]);
    const clerk = await app.as('view_employee', 'edit_employee');
    expect((await clerk.call(employees.rehire, { params: { id: employee.id }, body: {} })).status).toBe(403);
  });

  test('K3 K4 personal data is erased once after leaving; number, dates and hours are kept', async () => {
    const eraser = await app.as('view_employee', 'edit_employee', 'delete_employee');
    const employee = await office.hired({
      name: 'Wilma Teasel',
      phone: '01632 960444',
      notes: 'Left-handed',
    });
    const erase = () =>
      eraser.call(employees.erase, { params: { id: employee.id }, body: { reason: 'She asked for it' } });
    expect((await erase()).status).toBe(409);
    await office.step(employee, 'leave');
    expect((await erase()).reply).toMatchObject({
      name: `Erased employee ${employee.number}`,
      phone: null,
      notes: null,
      started_on: '2025-01-06',
      can: { edit: { allowed: false }, rehire: { allowed: false } },
    });
    expect((await erase()).status).toBe(409);
    expect((await update(employee.id, { name: 'Wilma' })).status).toBe(409);
    const { rows } = await sql`select from employees where search_text like '%teasel%'`.execute(app.db);
    expect(rows).toEqual([]);
    const reader = await app.as('view_audit', 'view_employee');
    const log = await reader.call(audit.list, {
      query: { record_type: 'employee', record_id: String(employee.id) },
    });
    expect(log.reply.total).toBe(3);
    expect(log.raw.toString()).not.toContain('Teasel');
  });
});
