import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { notifications } from '#domain/notifications/notification.contract';
import type { Backup } from '#domain/settings/backups.contract';
import { backups } from '#domain/settings/backups.contract';
import { asBookkeeper } from '../../../tests/support/books';
import { openTill, shopFloor, stockedProduct } from '../../../tests/support/shop';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import { allInvariants } from '../../invariants';
import { restoreInto, rehearseRestore } from '../../kernel/backups';
import { recordFiles } from '../../kernel/stored-files';
import { databaseOf } from '../../platform/database/databases';

let app: TestApp;
let admin: Caller & { userId: number };
let seller: Caller;
let till: number;
let product: number;
beforeAll(async () => {
  app = await startTestApp({ jobs: true, backups: true });
  admin = await app.as('admin');
  seller = await app.as('view_pos', 'create_sale');
  till = await openTill(app.db);
  product = await stockedProduct(app.db, { cost: 90, pieces: '5000' });
});
afterAll(() => app.close());

const { sold } = shopFloor(() => ({ app, seller, till }));
const sellOne = () => sold([{ product_id: product, quantity: '1' }], 240);
const page = async () => (await admin.call(backups.list)).reply;
const newest = async (): Promise<Backup> => {
  const [row] = (await page()).data;
  if (!row) throw new Error('There is no backup');
  return row;
};
const isIdle = ({ state }: Backup) => state === 'kept' || state === 'failed';
const settled = async (): Promise<Backup> => {
  await expect.poll(async () => isIdle(await newest()), { timeout: 500_000 }).toBe(true);
  return newest();
};
const made = async (): Promise<Backup> => {
  expect((await admin.call(backups.start)).status).toBe(200);
  return settled();
};
const pathOf = ({ file_name }: Pick<Backup, 'file_name'>) => join(app.backupPlace.folder, file_name);
const scratches = async () =>
  (
    await sql<{ datname: string }>`
      select datname from pg_database where starts_with(datname, ${databaseOf(app.connection)} || '_')`.execute(
      app.db,
    )
  ).rows;

/** A stored file that the database knows. */
const attached = async (content: string): Promise<string> => {
  const { sha256, bytes } = await app.files.put(Readable.from([Buffer.from(content)]), { maxBytes: 10_000 });
  await asBookkeeper(app.db, ctx => recordFiles(ctx, [{ sha256, bytes, mediaType: 'text/plain' }]));
  return sha256;
};

test('R25 a backup made while the shop sells is one snapshot, is test-restored, and shows the result', async () => {
  for (let sale = 0; sale < 3; sale++) await sellOne();
  const papers = await Promise.all(['one', 'two'].map(attached));
  const shift = new AbortController();
  const selling = (async () => {
    let count = 0;
    for (; count < 30 && !shift.signal.aborted; count++) await sellOne();
    return count;
  })();
  const backup = await made().finally(() => shift.abort());
  expect(await selling).toBeGreaterThan(0);
  expect(backup).toMatchObject({
    state: 'kept',
    holds: true,
    reasons: [],
    origin: 'asked',
    file_count: 2,
    is_last_good: true,
  });
  expect(backup.bytes).toBe((await stat(pathOf(backup))).size);
  expect((await stat(pathOf(backup))).mode & 0o777).toBe(0o600);
  expect(backup.row_count).toBeGreaterThan(50);
  expect(await scratches()).toEqual([]);

  const kept: string[] = [];
  const keepFile = async (sha256: string) => void kept.push(sha256);
  await restoreInto(
    app.backupPlace.server,
    pathOf(backup),
    { onRead: () => undefined, keepFile },
    async ({ db }) => {
      const figures = await sql<{ sales: number; gross: number; cash: number; pieces: string }>`
      select (select count(*) from sales) as sales, (select sum(gross_pence) from sales)::bigint as gross,
        (select sum(debit_pence - credit_pence) from journal_lines where account_code = '1000')::bigint as cash,
        (select quantity from stock_pools where product_id = ${product}) as pieces`.execute(db);
      const { sales, gross, cash, pieces } = figures.rows[0] ?? { sales: 0, gross: 0, cash: 0, pieces: '' };
      expect(sales).toBeGreaterThanOrEqual(3);
      // Every total matches the number of sales committed at that moment.
      expect({ gross, cash, pieces: Number(pieces) }).toEqual({
        gross: 240 * sales,
        cash: 10_000 + 240 * sales,
        pieces: 5000 - sales,
      });
      expect((await sql`select from sessions union all select from api_tokens`.execute(db)).rows).toEqual([]);
      // New rows continue the sequence.
      const { rows } = await sql<{ id: number }>`
      insert into customers (name, created_at, updated_at) values ('New', now(), now()) returning id`.execute(
        db,
      );
      expect(rows[0]?.id).toBeGreaterThan(1);
      await expect(sql`update journal_lines set debit_pence = 1`.execute(db)).rejects.toThrow();
      return { keep: false, value: null };
    },
  );
  expect(kept.sort()).toEqual([...papers].sort());
  expect(await scratches()).toEqual([]);
});

/** The newest backup with altered content, compressed again so that only our own checksums can detect it. */
async function forged(change: (content: Buffer) => Buffer): Promise<string> {
  const path = join(app.backupPlace.folder, 'forged');
  await writeFile(path, gzipSync(change(gunzipSync(await readFile(pathOf(await newest()))))));
  return path;
}
/** Replaces text with text of the same length. */
const replaced = (from: string, to: string) => (content: Buffer) => {
  const at = content.indexOf(from);
  expect(at).toBeGreaterThan(0);
  expect(to.length).toBe(from.length);
  content.write(to, at, 'latin1');
  return content;
};

test('R25 refuses a truncated, altered, foreign or newer backup with the reason, and changes nothing', async () => {
  const before = await app.digest();
  const tried = (path: string) =>
    rehearseRestore(app.backupPlace.server, path, {
      invariants: allInvariants,
      clock: () => new Date(),
      onRead: () => undefined,
    });
  const content = await readFile(pathOf(await newest()));
  const path = join(app.backupPlace.folder, 'broken');
  for (const length of [0, 9, Math.floor(content.length / 2), content.length - 1]) {
    await writeFile(path, content.subarray(0, length));
    expect((await tried(path))[0], `cut off after ${length}`).toMatch(
      /incomplete|is not a Counterfoil backup/,
    );
  }
  const changed = Buffer.from(content);
  // A single bit may be padding, which changes nothing.
  const middle = changed.subarray(content.length / 2, content.length / 2 + 64);
  middle.forEach((byte, at) => (middle[at] = byte ^ 0xff));
  await writeFile(path, changed);
  expect((await tried(path))[0]).toMatch(/damaged|rows|incomplete/);
  await writeFile(path, 'no archive at all');
  expect((await tried(path))[0]).toContain('damaged');

  expect(await tried(await forged(replaced('Walk-in customer', 'Walk-in custoner')))).toEqual([
    'The rows of audit_log in the backup do not match their checksum.',
  ]);
  expect(await tried(await forged(replaced('"format":1', '"format":7')))).toEqual([
    expect.stringContaining('This backup has format 7'),
  ]);
  expect(await tried(await forged(replaced('0031_backups', '0931_backups')))).toEqual([
    expect.stringContaining('later version of Counterfoil'),
  ]);
  expect(
    (await tried(await forged(replaced('"product":"counterfoil"', '"product":"counterfeit"'))))[0],
  ).toContain('is not a Counterfoil backup');
  const [paper] = (await sql<{ sha256: string }>`select sha256 from files order by sha256`.execute(app.db))
    .rows;
  expect(
    (
      await tried(
        await forged(at => {
          const header = at.indexOf(`files/${paper?.sha256}`);
          at.write('X', header + 512, 'latin1');
          return at;
        }),
      )
    )[0],
  ).toContain('is damaged');
  expect(await scratches()).toEqual([]);
  expect(await app.digest()).toBe(before);
});

test('R25 verifying finds a file that was altered, and an intact one becomes verified again', async () => {
  const backup = await newest();
  const content = await readFile(pathOf(backup));
  await writeFile(
    pathOf(backup),
    Buffer.concat([content.subarray(0, 4), Buffer.from([9]), content.subarray(5)]),
  );
  const params = { id: backup.id };
  expect((await admin.call(backups.verify, { params })).status).toBe(200);
  expect(await settled()).toMatchObject({
    holds: false,
    reasons: [expect.stringContaining('checksum does not match')],
  });
  expect(await page()).toMatchObject({ last_good_at: null });
  await writeFile(pathOf(backup), content);
  await admin.call(backups.verify, { params });
  expect(await settled()).toMatchObject({ holds: true, reasons: [] });
  expect(await app.audits(2)).toMatchObject([
    { action: 'verified', record_type: 'backup', record_name: backup.file_name },
    {},
  ]);
});

test('a download is the exact file, for administrators only, and is logged', async () => {
  const backup = await newest();
  const params = { id: backup.id };
  const { raw, headers } = await admin.call(backups.download, { params });
  expect(raw.equals(await readFile(pathOf(backup)))).toBe(true);
  expect(headers['content-disposition']).toContain(backup.file_name);
  expect(headers.etag).toBe(`"${backup.sha256}"`);
  expect((await app.audits())[0]).toMatchObject({
    action: 'downloaded',
    record_type: 'backup',
    record_id: backup.id,
  });
  const editor = await app.as('view_setting', 'edit_setting', 'export_data');
  expect((await editor.call(backups.download, { params })).status).toBe(403);
  expect((await editor.call(backups.download, { params: { id: 999_999 } })).status).toBe(403);
  expect((await admin.call(backups.download, { params: { id: 999_999 } })).status).toBe(404);
});

test('F64 the rest of a backup that was cut off can be downloaded on the same terms, and is logged', async () => {
  const backup = await newest();
  const whole = await readFile(pathOf(backup));
  expect([backup.bytes, backup.sha256]).toEqual([
    whole.length,
    createHash('sha256').update(whole).digest('hex'),
  ]);
  const rest = (caller: Caller, tag: string) =>
    caller.call(backups.download, {
      params: { id: backup.id },
      headers: { range: `bytes=${whole.length - 100}-`, 'if-range': tag },
    });
  const { status, raw } = await rest(admin, `"${backup.sha256}"`);
  expect(status).toBe(206);
  expect(raw.equals(whole.subarray(-100))).toBe(true);
  expect((await app.audits())[0]).toMatchObject({ action: 'downloaded', record_id: backup.id });
  // Of another file, all of it.
  expect((await rest(admin, '"another"')).raw.equals(whole)).toBe(true);
  const editor = await app.as('view_setting', 'edit_setting', 'export_data');
  expect((await rest(editor, `"${backup.sha256}"`)).status).toBe(403);
});

test('A-REST no token or key is in a backup', async () => {
  const unpacked = gunzipSync(await readFile(pathOf(await newest())));
  const { rows } = await sql<{ hash: string }>`
    select encode(token_hash, 'hex') as hash from sessions`.execute(app.db);
  expect(rows.length).toBeGreaterThan(0);
  for (const { hash } of rows) expect(unpacked.includes(hash)).toBe(false);
  expect(unpacked.includes('secret.key')).toBe(false);
});

test('the newest verified backup is deleted only when confirmed, and its file with it', async () => {
  const backup = await newest();
  const params = { id: backup.id };
  const refused = await admin.call(backups.remove, { params });
  expect({ status: refused.status, message: refused.refusal.message }).toMatchObject({
    status: 409,
    message: expect.stringContaining('newest verified backup'),
  });
  expect(readdirSync(app.backupPlace.folder)).toContain(backup.file_name);
  expect((await admin.call(backups.remove, { params, query: { even_the_last: 'true' } })).status).toBe(200);
  await expect.poll(() => readdirSync(app.backupPlace.folder)).not.toContain(backup.file_name);
  expect((await app.audits())[0]).toMatchObject({ action: 'deleted', record_name: backup.file_name });
  expect((await page()).data.map(({ id }) => id)).not.toContain(backup.id);
});

test('of two concurrent requests one makes a backup and the other is refused; a missing stored file is named in the result', async () => {
  const sha256 = await attached('gone');
  await app.files.remove(sha256);
  const before = (await page()).data.length;
  const responses = await Promise.all([admin.call(backups.start), admin.call(backups.start)]);
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 409]));
  expect(responses.find(({ status }) => status === 409)?.refusal.message).toContain(
    'is being made or verified',
  );
  expect(await settled()).toMatchObject({
    state: 'kept',
    holds: false,
    reasons: [expect.stringContaining('A stored file was missing')],
  });
  expect((await page()).data).toHaveLength(before + 1);
  const { reply } = await admin.call(notifications.list, { query: { kind: 'failed_backup' } });
  expect(reply.data[0]).toMatchObject({
    words: expect.stringMatching(/^A backup failed\. A stored file was missing/),
    link: '/settings/backups',
  });
});
