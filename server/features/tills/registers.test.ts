import { afterAll, beforeAll, expect, test } from 'vitest';
import { londonDate } from '#domain/kernel/dates';
import { registers, tillCash, tillEvents, tills } from '#domain/tills/till.contract';
import { refused } from '../../../tests/support/refused';
import { fillSafe } from '../../../tests/support/books';
import { startTestApp, type TestApp } from '../../../tests/support/test-app';
import { someTills } from '../../../tests/support/tills';

let app: TestApp;
let on: Awaited<ReturnType<typeof someTills>>;
beforeAll(async () => {
  app = await startTestApp();
  await fillSafe(app.db);
  on = await someTills(app);
});
afterAll(() => app.close());

const today = londonDate(new Date());

test('registers: names and codes are unique, a code in a Z number is fixed, an open one stays active', async () => {
  const body = { name: 'Back door', code: 'bd', paper: 'a4' };
  const { reply: added } = await on.manager.call(registers.create, { body });
  expect(added).toMatchObject({
    code: 'BD',
    paper: 'a4',
    status: 'active',
    last_z_number: 0,
    is_open: false,
  });
  expect((await app.audits())[0]).toMatchObject({
    action: 'created',
    record_type: 'register',
    after: { code: 'BD' },
  });
  expect(
    await refused(on.manager.call(registers.create, { body: { ...body, name: 'BACK DOOR', code: 'X9' } })),
  ).toMatch(/^422 There is already/);
  expect(await refused(on.manager.call(registers.create, { body: { ...body, name: 'Other' } }))).toMatch(
    /^422 The code BD is used/,
  );
  expect((await on.manager.call(registers.create, { body: { ...body, code: 'TOO-LONG' } })).status).toBe(422);
  const edit = (changes: object) =>
    on.manager.call(registers.update, { params: { id: added.id }, body: { ...body, ...changes } });
  expect((await edit({ code: 'BK', version: added.version })).reply).toMatchObject({
    code: 'BK',
    version: 2,
  });
  expect((await edit({ version: added.version })).status).toBe(409);
  const { reply: session } = await on.keeper.call(tills.open, {
    body: { register_id: added.id, total: '0.00' },
  });
  expect(await refused(edit({ code: 'BK', status: 'inactive' }))).toMatch(/^409 Back door is open/);
  await on.closed(session.id, '0.00');
  expect(await refused(edit({ code: 'NEW' }))).toMatch(/^422 BK is part of/);
  expect((await edit({ code: 'BK', status: 'inactive' })).reply.status).toBe('inactive');
  const again = on.keeper.call(tills.open, { body: { register_id: added.id, total: '0.00' } });
  expect(await refused(again)).toMatch(/^422 Back door is inactive/);
  const listed = await on.manager.call(registers.list, { query: { search: 'back', status: 'inactive' } });
  expect(listed.reply.data.map(row => row.name)).toEqual(['Back door']);
  expect((await on.keeper.call(registers.create, { body })).status).toBe(403);
});

test('lists: sessions are found by register, date and Z number; movements and events are searched and exported', async () => {
  const id = (on.till = await on.opened('10.00'));
  await on.move(id, 'paid_in', '3.00', { reason: 'Coins from the safe' });
  await on.keeper.call(tills.openDrawer, { params: { id }, body: { reason: 'Stuck' } });
  const { reply } = await on.closed(id, '13.00');
  const find = async (query: Record<string, string>) =>
    (await on.keeper.call(tills.list, { query })).reply.data.map(row => row.id);
  expect(await find({ search: (reply.z_number ?? '').toLowerCase() })).toEqual([id]);
  expect(await find({ search: '50% _' })).toEqual([]);
  expect(
    await find({ register_id: String(reply.register.id), status: 'closed', from: today, to: today }),
  ).toEqual([id]);
  const cash = await on.keeper.call(tillCash.list, { params: { id }, query: { search: 'coins' } });
  expect(cash.reply.data.map(row => [row.kind, row.amount, row.reason])).toEqual([
    ['paid_in', 300, 'Coins from the safe'],
  ]);
  const events = await on.keeper.call(tillEvents.list, {
    params: { id },
    query: { kind: 'drawer_opened,x_report' },
  });
  expect(events.reply.data).toMatchObject([{ kind: 'drawer_opened', note: 'Stuck', amount: 0 }]);
  expect((await on.keeper.call(tillEvents.list, { params: { id: 999_999 } })).reply.total).toBe(0);
  expect((await on.keeper.call(tillCash.list, { params: { id: 999_999 } })).reply.total).toBe(0);
  const clerk = await app.as('view_pos', 'create_sale', 'export_data');
  const csv = await clerk.call(tills.export, { query: { search: reply.z_number ?? '' } });
  expect(String(csv.raw)).toContain(`${reply.z_number},Closed,No,${today}`);
  expect(String((await clerk.call(tillCash.export, { params: { id } })).raw)).toContain(
    'Moved to safe at close',
  );
  expect(String((await clerk.call(tillEvents.export, { params: { id } })).raw)).toContain('Stuck');
});
