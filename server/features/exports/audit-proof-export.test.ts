import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportFiles } from '#domain/exports/export.contract';
import { startTestApp, type TestApp } from '../../../tests/support/test-app';

let shop: TestApp;
beforeAll(async () => {
  shop = await startTestApp({ jobs: true });
});
afterAll(() => shop.close());

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');

test('an export of the audit log with its seals is for administrators, and is noted when it is asked for', async () => {
  const body = { path: '/audit/proof', query: {} };
  const noted = sql<{ actor_id: number }>`
    select actor_id from audit_log where record_type = 'audit_log' and action = 'exported'`;
  const auditor = await shop.as('view_audit', 'export_data');
  expect((await auditor.call(exportFiles.create, { body })).status).toBe(403);
  expect((await noted.execute(shop.db)).rows).toEqual([]);

  const admin = await shop.as('admin');
  expect((await admin.call(exportFiles.create, { body: { ...body, query: { x: '1' } } })).status).toBe(422);
  const { rows: log } = await sql<{ id: number }>`select id from audit_log order by id`.execute(shop.db);
  const { id } = (await admin.call(exportFiles.create, { body })).reply;
  const made = async () => (await admin.call(exportFiles.get, { params: { id } })).reply;
  await expect.poll(async () => (await made()).state).toBe('done');
  const { sha256: hash, ...file } = await made();
  expect(file).toMatchObject({ file_name: 'audit-log.jsonl', problem: null });
  expect((await noted.execute(shop.db)).rows).toEqual([{ actor_id: admin.userId }]);
  const { raw } = await admin.call(exportFiles.file, { params: { id } });
  expect(sha256(raw)).toBe(hash);
  const [head, ...lines] = raw
    .toString('utf8')
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line) as { format?: string; entry?: { id: number } });
  expect(head?.format).toBe('counterfoil audit log 1');
  const entries = lines.flatMap(({ entry }) => (entry ? [entry.id] : []));
  expect(entries).toEqual(expect.arrayContaining(log.map(entry => entry.id)));
  expect(entries).toHaveLength(log.length + 1);
});
