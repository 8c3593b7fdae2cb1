import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inbox } from '#domain/emails/inbox.contract';
import { employeeDocuments } from '#domain/employees/employee-document.contract';
import { employees } from '#domain/employees/employee.contract';
import { timeClock, timeEntries } from '#domain/employees/time-entry.contract';
import { addDays, londonDate } from '#domain/kernel/dates';
import { staffOffice } from '../../../tests/support/employees';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import { multipartForm, pdfOf } from '../../../tests/support/upload';
import { hashPassword } from '../session';
import { remindOfDocumentsHandler } from './remind-of-documents';

// A winter morning; the test moves the clock.
let now = new Date('2026-11-20T09:00:00Z');
let app: TestApp;
let office: Awaited<ReturnType<typeof staffOffice>>;
let till: Caller;
beforeAll(async () => {
  app = await startTestApp({ clock: () => now });
  office = await staffOffice(app, 'export_data');
  till = await app.as('view_pos', 'create_sale');
});
afterAll(() => app.close());

/** Moves the clock without ending sessions, or the time in which they are confirmed. */
async function moveTo(moment: string): Promise<void> {
  now = new Date(moment);
  const later = new Date(now.getTime() + 24 * 3600_000);
  await sql`update sessions set confirmed_at = ${now}, last_seen_at = ${now}, expires_at = ${later}`.execute(
    app.db,
  );
}

async function withPin() {
  const person = await app.as('view_employee', 'edit_employee');
  await sql`insert into user_pins (user_id, pin_hash, set_at) values (${person.userId}, ${await hashPassword('2580')}, now())`.execute(
    app.db,
  );
  return { person, employee: await office.hired({ user_id: person.userId }) };
}

describe('clocking', () => {
  const clock = (user_id: number, direction: 'in' | 'out', pin = '2580') =>
    till.call(timeClock.clock, { body: { user_id, pin, direction } });
  const hoursOf = async (employee: { id: number }, query: Record<string, string> = {}) =>
    (await office.keeper.call(timeEntries.list, { query: { employee_id: String(employee.id), ...query } }))
      .reply.data;

  test('in and out at the till by PIN: whole minutes on the day it began, with who is clocked in', async () => {
    await moveTo('2026-11-20T09:00:30Z');
    const { person, employee } = await withPin();
    expect((await clock(person.userId, 'out')).refusal.message).toContain('Clock in instead');
    const came = await clock(person.userId, 'in');
    expect(came.reply).toMatchObject({ direction: 'in', at: now, minutes: null });
    const inside = (await till.call(timeClock.people)).reply.data.find(one => one.user_id === person.userId);
    expect(inside).toEqual({ user_id: person.userId, name: employee.name, clocked_in_at: now });
    expect((await clock(person.userId, 'in')).refusal.message).toContain('since 09:00');
    expect((await office.step(employee, 'leave')).refusal.message).toContain('clocked in');
    await moveTo('2026-11-20T17:15:29Z');
    expect((await clock(person.userId, 'out')).reply).toMatchObject({ direction: 'out', minutes: 494 });
    expect(await hoursOf(employee)).toMatchObject([
      { business_date: '2026-11-20', minutes: 494, corrected: null },
    ]);
    expect((await app.audits(1))[0]).toMatchObject({ action: 'clocked_out', record_id: employee.id });
  });

  test('concurrent requests: one open entry for each employee', async () => {
    const { person, employee } = await withPin();
    const both = await Promise.all([clock(person.userId, 'in'), clock(person.userId, 'in')]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await hoursOf(employee, { state: 'open' })).toHaveLength(1);
    await expect(
      sql`insert into time_entries (employee_id, business_date, clocked_in_at, created_at)
        values (${employee.id}, '2026-11-20', now(), now())`.execute(app.db),
    ).rejects.toThrow(/open_one_at_a_time/);
  });

  test('a wrong PIN is counted and locks, and users not employed, on leave or gone cannot clock', async () => {
    const { person, employee } = await withPin();
    for (let tries = 0; tries < 4; tries++)
      expect((await clock(person.userId, 'in', '1111')).status).toBe(422);
    expect((await clock(person.userId, 'in', '1111')).status).toBe(429);
    expect((await clock(person.userId, 'in')).status).toBe(429);
    await sql`delete from pin_attempts where user_id = ${person.userId}`.execute(app.db);
    await office.step(employee, 'go_on_leave');
    expect((await clock(person.userId, 'in')).status).toBe(422);
    const outsider = await app.as('view_pos', 'create_sale');
    await sql`insert into user_pins (user_id, pin_hash, set_at) values (${outsider.userId}, ${await hashPassword('2580')}, now())`.execute(
      app.db,
    );
    expect((await clock(outsider.userId, 'in')).refusal.message).toContain('not listed as an employee');
    expect(await hoursOf(employee)).toEqual([]);
  });

  test('a colleague corrects a missed clock-out with a reason, and the audit log keeps both', async () => {
    await moveTo('2026-11-18T08:00:00Z');
    const { person, employee } = await withPin();
    await clock(person.userId, 'in');
    await moveTo('2026-11-20T09:00:00Z');
    expect((await clock(person.userId, 'out')).refusal.message).toContain('missed');
    const [entry] = await hoursOf(employee, { state: 'open' });
    const params = { id: entry?.id ?? 0 };
    const right = {
      clocked_in_at: '2026-11-18T08:00:00.000Z',
      clocked_out_at: '2026-11-18T16:30:00.000Z',
      reason: 'Went home at half past four',
      version: entry?.version,
    };
    const correct = (body: object, who: Caller = office.keeper) =>
      who.call(timeEntries.correct, { params, body: body as never });
    const before = await app.digest();
    expect((await correct(right, person)).refusal.message).toContain('your own hours');
    expect((await correct({ ...right, reason: ' ' })).refusal.errors).toHaveProperty('reason');
    for (const out of ['2026-11-18T07:00:00.000Z', '2026-11-19T08:00:01.000Z', '2026-11-20T10:00:00.000Z'])
      expect((await correct({ ...right, clocked_out_at: out })).refusal.errors).toHaveProperty(
        'clocked_out_at',
      );
    expect(await app.digest()).toBe(before);
    const { reply } = await correct(right);
    expect(reply).toMatchObject({ minutes: 510, corrected: { reason: 'Went home at half past four' } });
    expect((await correct(right)).status).toBe(409);
    expect((await app.audits(1))[0]).toMatchObject({
      action: 'hours_corrected',
      before: { clocked_out_at: null },
      after: { clocked_out_at: '2026-11-18T16:30:00.000Z', reason: 'Went home at half past four' },
    });
    expect((await clock(person.userId, 'in')).status).toBe(200);
  });

  test('F105 hours after the last day, in the future or reversed are refused with the reason', async () => {
    await moveTo('2026-11-20T18:00:00Z');
    const employee = await office.hired({ name: 'Ann Leaver' });
    const hours = (from: string, to: string) =>
      office.keeper.call(timeEntries.add, {
        body: { employee_id: employee.id, clocked_in_at: from, clocked_out_at: to, reason: 'Forgotten' },
      });
    const night = await hours('2026-11-18T20:00:00Z', '2026-11-19T04:00:00Z');
    expect(night.status).toBe(200);
    expect((await office.step(employee, 'leave', { on: '2026-11-18' })).status).toBe(200);
    const late = await hours('2026-11-19T09:00:00Z', '2026-11-19T17:00:00Z');
    expect(late.refusal.errors?.clocked_in_at).toEqual([
      'Ann Leaver left on 18 Nov 2026. Enter a date up to then, or correct the last day in their record first.',
    ]);
    const moved = await office.keeper.call(timeEntries.correct, {
      params: { id: night.reply.id },
      body: {
        clocked_in_at: '2026-11-19T08:00:00Z',
        clocked_out_at: '2026-11-19T09:00:00Z',
        reason: 'Another day',
      },
    });
    expect(moved.refusal.errors).toHaveProperty('clocked_in_at');
    const turned = await hours('2026-11-17T17:00:00Z', '2026-11-17T09:00:00Z');
    expect(turned.refusal.errors?.clocked_out_at).toEqual([
      'The clock-out time must be after the clock-in time. Check both.',
    ]);
    expect((await hours('2026-11-20T20:00:00Z', '2026-11-20T21:00:00Z')).refusal.errors).toHaveProperty(
      'clocked_out_at',
    );
    expect((await hours('2024-01-05T09:00:00Z', '2024-01-05T10:00:00Z')).refusal.errors).toHaveProperty(
      'clocked_in_at',
    );
    expect((await hours('2026-11-18T22:00:00Z', '2026-11-18T23:00:00Z')).refusal.errors).toHaveProperty(
      'clocked_in_at',
    );
  });

  test('manual hours must not overlap; they are totalled and exported', async () => {
    await moveTo('2026-07-10T18:00:00Z');
    const employee = await office.hired();
    const add = (from: string, to: string) =>
      office.keeper.call(timeEntries.add, {
        body: {
          employee_id: employee.id,
          clocked_in_at: `2026-07-${from}:00.000Z`,
          clocked_out_at: `2026-07-${to}:00.000Z`,
          reason: 'The till was down',
        },
      });
    // Half past midnight of the eighth in London.
    expect((await add('07T23:30', '08T05:00')).reply).toMatchObject({
      business_date: '2026-07-08',
      minutes: 330,
    });
    expect((await add('08T04:59', '08T06:00')).refusal.errors).toHaveProperty('clocked_in_at');
    expect((await add('08T05:00', '08T06:15')).status).toBe(200);
    const query = { employee_id: String(employee.id), from: '2026-07-08', to: '2026-07-08' };
    expect((await office.keeper.call(timeEntries.totals, { query })).reply).toEqual({
      entries: 2,
      minutes: 405,
    });
    const file = await office.keeper.call(timeEntries.export, { query: { ...query, format: 'csv' } });
    expect(file.raw.toString()).toContain(`${employee.name},2026-07-08,00:30,06:00,330,5.50`);
    const xlsx = await office.keeper.call(timeEntries.export, { query: { format: 'xlsx' } });
    expect(xlsx.raw.subarray(0, 2).toString()).toBe('PK');
    const twice = await Promise.all([add('09T08:00', '09T09:00'), add('09T08:30', '09T09:30')]);
    expect(twice.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
  });
});

describe('documents', () => {
  const attach = async (id: number, name: string) =>
    office.keeper.call(employeeDocuments.add, {
      params: { id },
      ...(await multipartForm({}, [{ name, content: pdfOf(900) }])),
    });
  const describeIt = (id: number, attachment_id: number, body: object) =>
    office.keeper.call(employeeDocuments.describe, { params: { id, attachment_id }, body });

  test('have a title and an expiry date, and the list finds those that expire', async () => {
    await moveTo('2026-11-20T09:00:00Z');
    const today = londonDate(now);
    const { id, name } = await office.hired();
    const { reply } = await attach(id, 'licence.pdf');
    const document = reply.data[0]?.id ?? 0;
    const described = await describeIt(id, document, {
      title: 'Forklift licence',
      expires_on: addDays(today, 30),
    });
    expect(described.reply.data).toMatchObject([
      { id: document, title: 'Forklift licence', expires_on: addDays(today, 30), file_name: 'licence.pdf' },
    ]);
    const found = async (documents: string) =>
      (await office.keeper.call(employees.list, { query: { documents } })).reply.data.map(row => row.name);
    expect([await found('expiring'), await found('expired')]).toEqual([[name], []]);
    await describeIt(id, document, { title: 'Forklift licence', expires_on: addDays(today, -1) });
    expect([await found('expiring'), await found('expired')]).toEqual([[], [name]]);
    const read = await office.keeper.call(employeeDocuments.content, {
      params: { id, attachment_id: document },
    });
    expect(read.raw).toHaveLength(900);
    const other = await office.hired();
    for (const call of [employeeDocuments.content, employeeDocuments.remove])
      expect(
        (await office.keeper.call(call, { params: { id: other.id, attachment_id: document } })).status,
      ).toBe(404);
    expect((await describeIt(other.id, document, {})).status).toBe(404);
    await office.keeper.call(employeeDocuments.remove, { params: { id, attachment_id: document } });
    expect(await found('expired')).toEqual([]);
  });

  test('a file attached already is not added, and an edit of older details is refused', async () => {
    const { id } = await office.hired();
    const first = (await attach(id, 'permit.pdf')).reply;
    const document = first.data[0]?.id ?? 0;
    expect(first.added).toEqual([document]);
    await describeIt(id, document, { title: 'Permit', expires_on: '2027-01-31', version: 1 });
    expect((await attach(id, 'permit.pdf')).reply).toMatchObject({ data: [{ id: document }], added: [] });
    const other = (await attach(id, 'second.pdf')).reply;
    expect(other.added).toEqual(other.data.map(row => row.id).filter(added => added !== document));
    expect((await describeIt(id, document, { title: null, expires_on: null, version: 1 })).status).toBe(409);
    const { data } = (await office.keeper.call(employeeDocuments.list, { params: { id } })).reply;
    expect(data[0]).toMatchObject({ title: 'Permit', expires_on: '2027-01-31', version: 2 });
  });

  test('each expiry is reminded once, however often the job runs, by number and not by name', async () => {
    await moveTo('2026-11-20T09:00:00Z');
    const employee = await office.hired({ name: 'Perdita Nightjar' });
    const { reply } = await attach(employee.id, 'visa.pdf');
    const document = reply.data[0]?.id ?? 0;
    const run = (isConfigured = true) =>
      remindOfDocumentsHandler({
        db: app.runtimeDb,
        clock: () => now,
        publicUrl: 'http://x.example',
        isMailConfigured: async () => isConfigured,
      }).run({});
    const mails = async () =>
      (
        await sql<{ to_address: string; body_text: string }>`
          select to_address, body_text from emails where purpose = 'document-expiry' order by id`.execute(
          app.db,
        )
      ).rows;
    await describeIt(employee.id, document, { title: 'Visa', expires_on: '2026-12-21' });
    await run();
    expect(await mails()).toEqual([]);
    await describeIt(employee.id, document, { title: 'Visa', expires_on: '2026-12-20' });
    await run(false);
    expect(await mails()).toEqual([]);
    await Promise.all([run(), run()]);
    await run();
    const sent = await mails();
    const readers = new Set(sent.map(({ to_address }) => to_address));
    expect(readers.size).toBe(sent.length);
    expect(sent[0]?.body_text).toContain(`${employee.number}: Visa, 20 Dec 2026`);
    expect(sent[0]?.body_text).not.toContain('Perdita');
    // Its reader and those who may see employees can read it under Sent, others not.
    const { rows } = await sql<{ id: number }>`
      select id from emails where purpose = 'document-expiry' and user_id <> ${office.keeper.userId} limit 1`.execute(
      app.db,
    );
    const [clerk, manager] = [await app.as('view_email'), await app.as('view_email', 'view_employee')];
    const read = async (who: Caller) =>
      (await who.call(inbox.getSent, { params: { id: rows[0]?.id ?? 0 } })).reply;
    expect(await read(clerk)).toMatchObject({ text: null, is_withheld: true });
    expect(await read(manager)).toMatchObject({ text: expect.stringContaining('Visa'), is_withheld: false });
    await describeIt(employee.id, document, { title: 'Visa', expires_on: '2026-12-01' });
    await run();
    expect(await mails()).toHaveLength(2 * sent.length);
    // U8 A file is often called by whose it is.
    const { reply: more } = await attach(employee.id, 'Perdita Nightjar passport.pdf');
    const passport = more.data.find(({ file_name }) => file_name.includes('passport'))?.id ?? 0;
    await describeIt(employee.id, passport, { title: null, expires_on: '2026-12-02' });
    await run();
    const last = (await mails()).at(-1);
    expect(last?.body_text).toContain(`${employee.number}: A document, 2 Dec 2026`);
    expect(last?.body_text).not.toContain('Perdita');
  });
});
