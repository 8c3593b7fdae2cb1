import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from 'kysely';
import type { BodySent } from '#domain/kernel/call';
import { audit } from '#domain/audit/audit.contract';
import { listViews } from '#domain/list-views/list-view.contract';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
let owner: Caller;
let colleague: Caller;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  await sql`delete from list_views`.execute(app.db);
  owner = await app.as('view_supplier', 'create_note');
  colleague = await app.as('view_supplier');
});

type Body = BodySent<typeof listViews.create>;
const view = (body: Partial<Body> = {}): Body => ({
  list: '/suppliers',
  name: 'Active',
  params: {
    status: 'active',
    columns: 'status.-created',
    widths: 'name~260',
    density: 'compact',
    per_page: '50',
  },
  ...body,
});
const save = async (body: Partial<Body> = {}, by = owner) => {
  const { reply, refusal } = await by.call(listViews.create, { body: view(body) });
  if (!reply) throw new Error(JSON.stringify(refusal));
  return reply;
};
const seenBy = async (by: Caller) =>
  (await by.call(listViews.list, { query: { list: '/suppliers' } })).reply.data;

test('a view is saved, changed, used as the default and deleted; each change is in the audit log', async () => {
  const saved = await save({ name: ' Active  ones ' });
  expect(saved).toMatchObject({ name: 'Active ones', is_shared: false, is_default: false, may_change: true });
  expect(saved.params).toEqual(view().params);
  const params = { search: 'tea', sort_by: 'created_at', sort_order: 'desc' };
  const changed = await owner.call(listViews.update, {
    params: { id: saved.id },
    body: { name: 'Tea', is_shared: true, params, version: saved.version },
  });
  expect(changed.reply).toMatchObject({ name: 'Tea', is_shared: true, params, version: saved.version + 1 });
  const stale = await owner.call(listViews.update, {
    params: { id: saved.id },
    body: { name: 'Coffee', is_shared: true, version: saved.version },
  });
  expect(stale.status).toBe(409);
  const chosen = await owner.call(listViews.setDefault, {
    params: { id: saved.id },
    body: { is_default: true },
  });
  expect(chosen.reply).toMatchObject({ is_default: true });
  const cleared = await owner.call(listViews.setDefault, {
    params: { id: saved.id },
    body: { is_default: false },
  });
  expect(cleared.reply).toMatchObject({ is_default: false });
  expect((await seenBy(owner)).map(({ is_default }) => is_default)).toEqual([false]);
  expect((await owner.call(listViews.remove, { params: { id: saved.id } })).status).toBe(200);
  expect(await seenBy(owner)).toEqual([]);
  expect(
    (await app.audits(3)).map(({ action, record_type }) => `${record_type} ${action}`).toSorted(),
  ).toEqual(['list_view created', 'list_view deleted', 'list_view edited']);
  const { reply } = await (await app.as('view_audit')).call(audit.list, {
    query: { record_type: 'list_view' },
  });
  const [, edited, created] = reply.data.map(({ changes }) => changes.map(({ words }) => words));
  expect(created).toEqual([
    'List: Suppliers',
    'Status: Active',
    'Column widths: Name 260',
    'Columns: Status; Created hidden',
    'Row height: Compact',
    'Rows on a page: 50',
    'Shared: No',
  ]);
  expect(edited).toContain('Sort by set to Created at');
  expect(edited).toContain('Status cleared (was Active)');
});

test('only shared views are seen by others, who open the list with one but do not change it', async () => {
  const [own, shared] = [await save({ name: 'Own' }), await save({ name: 'Ours', is_shared: true })];
  expect((await seenBy(colleague)).map(({ name, may_change }) => ({ name, may_change }))).toEqual([
    { name: 'Ours', may_change: false },
  ]);
  const body = { name: 'Theirs', is_shared: true };
  const put = (id: number, by: Caller) => by.call(listViews.update, { params: { id }, body });
  expect((await put(own.id, colleague)).status).toBe(404);
  expect((await put(shared.id, colleague)).status).toBe(403);
  expect((await colleague.call(listViews.remove, { params: { id: shared.id } })).status).toBe(403);
  expect((await put(own.id, await app.as('admin'))).status).toBe(404);

  const choose = (id: number) =>
    colleague.call(listViews.setDefault, { params: { id }, body: { is_default: true } });
  expect((await choose(own.id)).status).toBe(404);
  expect((await choose(shared.id)).reply).toMatchObject({ is_default: true });
  expect(await seenBy(owner)).toMatchObject([{ is_default: false }, { is_default: false }]);
  // Once it is private again, it is no one else's default either.
  await owner.call(listViews.update, { params: { id: shared.id }, body: { name: 'Ours', is_shared: false } });
  await owner.call(listViews.update, { params: { id: shared.id }, body: { name: 'Ours', is_shared: true } });
  expect(await seenBy(colleague)).toMatchObject([{ name: 'Ours', is_default: false }]);
});

test('sharing needs the permission to write notes, and a list the permission to open it', async () => {
  const share = await colleague.call(listViews.create, { body: view({ is_shared: true }) });
  expect(share).toMatchObject({
    status: 403,
    refusal: { message: 'You do not have permission to share views. Save it without sharing.' },
  });
  const outsider = await app.as('view_customer');
  for (const answer of [
    await outsider.call(listViews.create, { body: view() }),
    await outsider.call(listViews.list, { query: { list: '/suppliers' } }),
  ])
    expect(answer.status).toBe(403);
  const unknown = await owner.call(listViews.create, { body: view({ list: '/suppliers/figures' }) });
  expect(unknown).toMatchObject({ status: 422, refusal: { errors: { list: ['Choose one of the lists.'] } } });
});

test('a name is taken once for each user and list, also when two are saved at once', async () => {
  const answers = await Promise.all([1, 2].map(() => owner.call(listViews.create, { body: view() })));
  expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
  const again = await owner.call(listViews.create, { body: view({ name: 'ACTIVE' }) });
  expect(again.refusal?.errors).toEqual({
    name: ['You have a view with this name already. Choose another name, or replace it.'],
  });
  await save({}, colleague);
});

test('a list has one default view for a user, also when two are chosen at once', async () => {
  const [one, two] = [await save({ name: 'One' }), await save({ name: 'Two' })];
  const answers = await Promise.all(
    [one, two].map(({ id }) =>
      owner.call(listViews.setDefault, { params: { id }, body: { is_default: true } }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect((await seenBy(owner)).filter(({ is_default }) => is_default)).toHaveLength(1);
});

test('unknown filters are dropped, unknown columns are kept for the page to ignore, and hostile values refused', async () => {
  const saved = await save({
    params: { colour: 'red', owner_id: '7', columns: 'gone.-also-gone', status: '' },
  });
  expect(saved.params).toEqual({ columns: 'gone.-also-gone' });
  const tooMany = Object.fromEntries(Array.from({ length: 31 }, (_, at) => [`a${'b'.repeat(at)}`, 'x']));
  for (const params of [
    { search: 'a\u0000b' },
    { search: '\ud800' },
    { search: 'x'.repeat(1001) },
    { 'search; drop table': 'x' },
    tooMany,
  ]) {
    const answer = await owner.call(listViews.create, { body: view({ name: 'Hostile', params }) });
    expect(answer.status, JSON.stringify(params).slice(0, 60)).toBe(422);
    expect(Object.keys(answer.refusal?.errors ?? {}).join()).toMatch(/^params/);
  }
});
