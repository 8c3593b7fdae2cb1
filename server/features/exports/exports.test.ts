import { createHash } from 'node:crypto';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ExportFile, exportFiles } from '#domain/exports/export.contract';
import { suppliers } from '#domain/suppliers/supplier.contract';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import { JobStopped } from '../../platform/jobs/job';
import { claimExport, failExport, showProgress } from './exports.queries';
import { exportJobs } from './make-export';

let shop: TestApp;
let clerk: Caller & { userId: number };
const count = 3_000;
beforeAll(async () => {
  shop = await startTestApp({ jobs: true });
  clerk = await shop.as('view_supplier', 'export_data');
  await sql`insert into suppliers (name, address, created_at, updated_at)
    select 'Supplier ' || n, 'Unit ' || n || ', The Old Brewery, 17 Long Street', now(), now()
    from generate_series(1, ${count}::int) n`.execute(shop.db);
});
afterAll(() => shop.close());

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');

async function finished(caller: Caller, id: number): Promise<ExportFile> {
  for (;;) {
    const { reply } = await caller.call(exportFiles.get, { params: { id } });
    if (reply.state !== 'running') return reply;
    await pause(30);
  }
}

async function exported(caller: Caller, path: string, query: Record<string, string>): Promise<ExportFile> {
  const started = await caller.call(exportFiles.create, { body: { path, query } });
  expect(started.refusal).toBeUndefined();
  return finished(caller, started.reply.id);
}

const csvOfSuppliers = (caller: Caller = clerk) => exported(caller, '/suppliers/export', { format: 'csv' });
const fileOf = (caller: Caller, id: number, headers: Record<string, string> = {}) =>
  caller.call(exportFiles.file, { params: { id }, headers });
const jobsOf = (clock: () => Date = () => new Date()) =>
  exportJobs({ db: shop.db, files: shop.files, clock, log: { error: () => {} } });
const run = (name: string, payload: object, clock?: () => Date) =>
  jobsOf(clock)
    .handlers.find(handler => handler.name === name)
    ?.run(payload);

describe('F64 an export as a job', () => {
  test('has all rows, and says how many and the hash of the file', async () => {
    const made = await csvOfSuppliers();
    expect(made).toMatchObject({
      state: 'done',
      file_name: 'suppliers.csv',
      row_count: count,
      problem: null,
    });
    const { raw, headers } = await fileOf(clerk, made.id);
    const direct = await clerk.call(suppliers.export, { query: { format: 'csv' } });
    expect(raw.equals(direct.raw)).toBe(true);
    expect(raw.toString('utf8').trimEnd().split('\r\n')).toHaveLength(count + 1);
    expect([made.bytes, made.sha256]).toEqual([raw.length, sha256(raw)]);
    expect(headers).toMatchObject({
      'accept-ranges': 'bytes',
      'content-length': String(raw.length),
      'content-type': 'text/csv; charset=utf-8',
      etag: `"${made.sha256}"`,
    });
    expect(made.expires_at?.getTime()).toBe((made.finished_at?.getTime() ?? 0) + 24 * 3600_000);
    const { reply } = await clerk.call(exportFiles.list);
    expect(reply.data.map(({ id }) => id)).toContain(made.id);
  });

  test('is filtered as asked, and works for XLSX and papers, which have no rows', async () => {
    const one = await exported(clerk, '/suppliers/export', { format: 'xlsx', search: 'Supplier 2999' });
    expect(one).toMatchObject({ state: 'done', file_name: 'suppliers.xlsx', row_count: 1 });
    const { rows } = await sql<{ id: number }>`select min(id) as id from suppliers`.execute(shop.db);
    const paper = await exported(clerk, `/suppliers/${rows[0]?.id}/export-pdf`, {});
    expect(paper).toMatchObject({ state: 'done', row_count: null });
    expect((await fileOf(clerk, paper.id)).raw.subarray(0, 5).toString()).toBe('%PDF-');
  });

  test('a download that was cut off continues where it ended', async () => {
    const { id, bytes, sha256: hash } = await csvOfSuppliers();
    const part = (range: string, more: Record<string, string> = {}) => fileOf(clerk, id, { range, ...more });
    const first = await part('bytes=0-999');
    expect([first.status, first.raw.length, first.headers['content-range']]).toEqual([
      206,
      1000,
      `bytes 0-999/${bytes}`,
    ]);
    const rest = await part('bytes=1000-', { 'if-range': `"${hash}"` });
    expect([rest.status, rest.headers['content-range']]).toEqual([206, `bytes 1000-${bytes - 1}/${bytes}`]);
    expect(sha256(Buffer.concat([first.raw, rest.raw]))).toBe(hash);
    const last = await part('bytes=-10');
    expect([last.status, last.raw.equals(rest.raw.subarray(-10))]).toEqual([206, true]);
    // Of another file, only the whole is of use.
    expect((await part('bytes=1000-', { 'if-range': '"other"' })).status).toBe(200);
    for (const ignored of ['bytes=9-3', 'lines=1-2', 'bytes=0-1,5-6', 'bytes=-', 'bytes=x'])
      expect([ignored, (await part(ignored)).status]).toEqual([ignored, 200]);
    for (const beyond of [`bytes=${bytes}-`, 'bytes=-0']) {
      const refused = await part(beyond);
      expect([refused.status, refused.headers['content-range'], refused.refusal.message]).toEqual([
        416,
        `bytes */${bytes}`,
        'The file does not have this range.',
      ]);
    }
  });

  test('is refused for what is no export, for filters that are not valid, and without permission', async () => {
    const start = (body: Record<string, unknown>, caller: Caller = clerk) =>
      caller.call(exportFiles.create, { body });
    for (const path of [
      '/suppliers/list',
      '/exports/1/file',
      '/suppliers',
      '/suppliers/0/export-pdf',
      '//x/export',
    ]) {
      const { status, refusal } = await start({ path, query: { format: 'csv' } });
      expect([path, status, refusal.errors?.path]).toEqual([
        path,
        422,
        ['Choose an export or a PDF of a list, a report or a document.'],
      ]);
    }
    expect((await start({ path: '/suppliers/export', query: { format: 'doc' } })).status).toBe(422);
    expect((await start({ path: '/suppliers/export', query: { 'A b': 'x' } })).status).toBe(422);
    const viewer = await shop.as('view_supplier');
    const denied = await start({ path: '/suppliers/export', query: { format: 'csv' } }, viewer);
    expect([denied.status, denied.refusal.message]).toEqual([
      403,
      'You do not have permission to make this export.',
    ]);
  });

  test('belongs to its user, for as long as they hold the permissions it was made with', async () => {
    const other = await shop.as('view_supplier', 'export_data');
    const keeper = await shop.as('view_supplier', 'export_data', 'view_cost');
    const { id } = await csvOfSuppliers(keeper);
    for (const call of [exportFiles.get, exportFiles.file, exportFiles.remove])
      expect((await other.call(call as typeof exportFiles.get, { params: { id } })).status).toBe(404);
    await sql`delete from role_permissions where permission = 'view_cost'
      and role_id in (select role_id from user_roles where user_id = ${keeper.userId})`.execute(shop.db);
    // Permissions are remembered for half a second.
    await expect.poll(async () => (await fileOf(keeper, id)).status).toBe(403);
    const again = await fileOf(keeper, id);
    expect([again.status, again.refusal.message]).toEqual([
      403,
      'Your permissions have changed since this file was made. Export again.',
    ]);
  });

  test('of people needs a recent confirmation of who you are, to be made and to be downloaded', async () => {
    const person = await shop.as('view_customer', 'export_data');
    const confirmed = (minutesAgo: number) =>
      sql`
      update sessions set created_at = now() - interval '1 day', confirmed_at = now() - ${minutesAgo} * interval '1 minute'
      where user_id = ${person.userId}`.execute(shop.db);
    const body = { path: '/customers/export', query: { format: 'csv' } };
    await confirmed(31);
    expect((await person.call(exportFiles.create, { body })).refusal.code).toBe('confirmation_required');
    await confirmed(1);
    const { id } = await exported(person, body.path, body.query);
    expect((await fileOf(person, id)).status).toBe(200);
    await confirmed(31);
    expect((await fileOf(person, id)).refusal.code).toBe('confirmation_required');
    expect((await person.call(exportFiles.list)).status).toBe(200);
  });

  test('is kept for a day', async () => {
    const { id } = await csvOfSuppliers();
    const later = new Date(Date.now() + 24 * 3600_000 - 60_000);
    await run('tend-exports', {}, () => later);
    expect((await fileOf(clerk, id)).status).toBe(200);
    await sql`update exports set created_at = created_at - interval '25 hours',
      finished_at = finished_at - interval '25 hours' where id = ${id}`.execute(shop.db);
    const expired = await fileOf(clerk, id);
    expect([expired.status, expired.refusal.message]).toEqual([
      409,
      'This export is more than a day old, so its file was deleted. Export again.',
    ]);
    await run('tend-exports', {});
    expect((await clerk.call(exportFiles.get, { params: { id } })).status).toBe(404);
  });
});

test('F64 of six exports started at the same moment, three are taken', async () => {
  // Without jobs none is finished meanwhile.
  const quiet = await startTestApp();
  try {
    const user = await quiet.as('view_supplier', 'export_data');
    const body = { path: '/suppliers/export', query: { format: 'csv' } };
    const started = await Promise.all(
      Array.from({ length: 6 }, () => user.call(exportFiles.create, { body })),
    );
    expect(started.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200, 200, 200, 409, 409, 409,
    ]);
    expect(started.find(({ status }) => status === 409)?.refusal.message).toBe(
      'You already have 3 exports running. Wait until one of them is finished.',
    );
    expect((await user.call(exportFiles.list)).reply.data).toHaveLength(3);
    const other = await quiet.as('view_supplier', 'export_data');
    expect((await other.call(exportFiles.create, { body })).status).toBe(200);
  } finally {
    await quiet.close();
  }
});

describe('F64 an export that is not made in one go', () => {
  /** As left by a killed process: running, without a job. */
  async function leftBehind(userId: number, path = '/suppliers/export'): Promise<number> {
    const { rows } = await sql<{ id: number }>`
      insert into exports (path, query, created_by, created_at, alive_at)
      values (${path}, '{"format": "csv"}', ${userId}, now(), now()) returning id`.execute(shop.db);
    return rows[0]?.id ?? 0;
  }

  test('is started again after its process was killed', async () => {
    const id = await leftBehind(clerk.userId);
    const early = await fileOf(clerk, id);
    expect([early.status, early.refusal.message]).toEqual([
      409,
      'This export is not finished yet. Wait until it is ready.',
    ]);
    await sql`update exports set alive_at = now() - interval '2 minutes' where id = ${id}`.execute(shop.db);
    await run('tend-exports', {});
    expect(await finished(clerk, id)).toMatchObject({ state: 'done', row_count: count });
  });

  test('D23 is given back when the server stops, and made after the next start', async () => {
    const id = await leftBehind(clerk.userId);
    const make = jobsOf().handlers.find(({ name }) => name === 'make-export');
    const stopping = AbortSignal.abort(new JobStopped());
    await expect(make?.run({ export_id: id }, { isLast: true, stopping })).rejects.toThrow(
      'The server is stopping.',
    );
    expect((await clerk.call(exportFiles.get, { params: { id } })).reply.state).toBe('running');
    await make?.run({ export_id: id });
    expect(await finished(clerk, id)).toMatchObject({ state: 'done', row_count: count });
  });

  test('D23 ends in the middle of its rows too', async () => {
    const stopping = new AbortController();
    await endsWhen(stopping, async (stream, limits) => {
      // As the server stops while the first block is written.
      stream.once('data', () => stopping.abort(new JobStopped()));
      return shop.files.put(stream, limits);
    });
  });

  test('D23 ends before its first row is read too', async () => {
    const stopping = new AbortController();
    await endsWhen(stopping, async (stream, limits) => {
      // As the server stops while the file to write to is opened.
      stopping.abort(new JobStopped());
      await nextTurn();
      return shop.files.put(stream, limits);
    });
  });

  /** An export that is being made as the server stops is given back, and made after the next start. */
  async function endsWhen(stopping: AbortController, put: typeof shop.files.put): Promise<void> {
    const id = await leftBehind(clerk.userId);
    const files = { read: shop.files.read, put };
    const { handlers } = exportJobs({
      db: shop.db,
      files,
      clock: () => new Date(),
      log: { error: () => {} },
    });
    const make = handlers.find(({ name }) => name === 'make-export');
    await expect(make?.run({ export_id: id }, { isLast: true, stopping: stopping.signal })).rejects.toThrow();
    expect((await clerk.call(exportFiles.get, { params: { id } })).reply.state).toBe('running');
    await run('make-export', { export_id: id });
    expect(await finished(clerk, id)).toMatchObject({ state: 'done', row_count: count });
  }

  test('F65 a process whose clock is ahead does not start it again', async () => {
    const id = await leftBehind(clerk.userId);
    await run('tend-exports', {}, () => new Date(Date.now() + 90_000));
    const { rows } = await sql`select from graphile_worker.jobs where key = ${`export ${id}`}`.execute(
      shop.db,
    );
    expect(rows).toEqual([]);
    await sql`delete from exports where id = ${id}`.execute(shop.db);
  });

  test('R11 is made by one process at a time, and by another once that one is silent', async () => {
    const id = await leftBehind(clerk.userId);
    const first = await claimExport(shop.db, id);
    expect(first?.claim).toEqual(expect.any(String));
    // Another job for the same export, such as one queued twice, leaves it alone.
    await run('make-export', { export_id: id });
    expect((await clerk.call(exportFiles.get, { params: { id } })).reply.state).toBe('running');
    await sql`update exports set alive_at = now() - interval '2 minutes' where id = ${id}`.execute(shop.db);
    await run('make-export', { export_id: id });
    const made = await clerk.call(exportFiles.get, { params: { id } });
    expect(made.reply).toMatchObject({ state: 'done', row_count: count });
    // The first one comes back to life: nothing of what it does counts any more.
    if (!first) throw new Error('The export was claimed');
    expect(await showProgress(shop.db, first, { rows: 1, bytes: 1 })).toBe(false);
    await failExport(shop.db, first, 'Too late', new Date());
    expect((await clerk.call(exportFiles.get, { params: { id } })).reply).toEqual(made.reply);
  });

  test('says why it failed, and has no file', async () => {
    const viewer = await shop.as('view_supplier');
    const id = await leftBehind(viewer.userId);
    await run('make-export', { export_id: id });
    const { reply } = await viewer.call(exportFiles.get, { params: { id } });
    expect(reply).toMatchObject({
      state: 'failed',
      sha256: null,
      problem: 'You do not have permission to make this export.',
    });
    expect((await fileOf(viewer, id)).refusal.message).toBe(
      'This export failed, so there is no file. Export again.',
    );
    const gone = await leftBehind(viewer.userId, '/unknown/export');
    await run('make-export', { export_id: gone });
    expect((await viewer.call(exportFiles.get, { params: { id: gone } })).reply.problem).toBe(
      'Export not found.',
    );
  });

  test('can be stopped, and at most three run at once for one user', async () => {
    const busy = await shop.as('view_supplier', 'export_data');
    const ids = [await leftBehind(busy.userId), await leftBehind(busy.userId), await leftBehind(busy.userId)];
    const body = { path: '/suppliers/export', query: { format: 'csv' } };
    const fourth = await busy.call(exportFiles.create, { body });
    expect([fourth.status, fourth.refusal.message]).toEqual([
      409,
      'You already have 3 exports running. Wait until one of them is finished.',
    ]);
    const [first = 0] = ids;
    expect((await busy.call(exportFiles.remove, { params: { id: first } })).status).toBe(200);
    await run('make-export', { export_id: first });
    expect((await busy.call(exportFiles.get, { params: { id: first } })).status).toBe(404);
    expect((await busy.call(exportFiles.create, { body })).status).toBe(200);
  });
});
