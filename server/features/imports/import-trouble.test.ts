import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { imports } from '#domain/imports/import.contract';
import { suppliers } from '#domain/suppliers/supplier.contract';
import {
  checkTable,
  commitTable,
  csvOf,
  csvOfNames,
  settled,
  uploadTable,
} from '../../../tests/support/imports';
import { endImportConnections } from '../../../tests/support/end-import-connections';
import { held, holdTransaction } from '../../../tests/support/held-transaction';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import { multipartForm, pdfOf } from '../../../tests/support/upload';
import { openDatabase, openPool } from '../../platform/database/open-database';
import { importJobs } from './work-on-import';

let shop: TestApp;
let clerk: Caller & { userId: number };
beforeAll(async () => {
  shop = await startTestApp({ jobs: true });
  clerk = await shop.as('create_supplier', 'edit_supplier', 'view_supplier');
});
afterAll(() => shop.close());

const countOf = async (search: string) =>
  (await clerk.call(suppliers.list, { query: { search } })).reply.total;

async function refusedUpload(name: string, content: Buffer | string, kind = 'suppliers') {
  const { body, headers } = await multipartForm({ kind }, name ? [{ name, content }] : [], 'file');
  const { status, refusal } = await clerk.call(imports.upload, { body, headers });
  return [status, refusal?.message];
}

describe('invalid files', () => {
  test('are refused on upload, with a message', async () => {
    expect(await refusedUpload('', '')).toEqual([422, 'Choose a CSV or XLSX file.']);
    expect(await refusedUpload('a.csv', 'Name\nA', 'galaxies')).toEqual([422, 'Choose what to import.']);
    expect(await refusedUpload('a.pdf', pdfOf())).toEqual([
      422,
      'a.pdf is not a CSV or XLSX file. Save it as CSV or XLSX in your spreadsheet program, then upload that file.',
    ]);
    expect(await refusedUpload('a.csv', pdfOf())).toEqual([
      422,
      'a.csv is not a CSV file, despite its name.',
    ]);
    expect(await refusedUpload('a.csv', 'PK\u0003\u0004 rest')).toEqual([
      422,
      'a.csv is not a CSV file, despite its name.',
    ]);
    expect(await refusedUpload('a.xlsx', 'Name\nA')).toEqual([
      422,
      'a.xlsx is not a readable XLSX file, despite its name.',
    ]);
    expect(await refusedUpload('a.csv', 'Name\nA\u0000B')).toEqual([
      422,
      'a.csv: This is not a text file. Save it as CSV or XLSX, then upload that file.',
    ]);
    expect(await refusedUpload('a.csv', '')).toEqual([422, 'a.csv is empty.']);
  });

  test('a zip bomb posing as a workbook is refused by its stated unpacked size', async () => {
    const zip = new ZipFile();
    for (const name of ['[Content_Types].xml', 'xl/workbook.xml', 'xl/_rels/workbook.xml.rels'])
      zip.addBuffer(Buffer.from('<x/>'), name);
    zip.addBuffer(Buffer.alloc(101 * 2 ** 20, ' '), 'xl/worksheets/sheet1.xml');
    zip.end();
    expect(await refusedUpload('bomb.xlsx', await buffer(zip.outputStream))).toEqual([
      422,
      'bomb.xlsx is not a readable XLSX file, despite its name.',
    ]);
  });

  test('a file larger than an attachment is accepted', async () => {
    const lines = Array.from({ length: 1_300 }, (_, n) => `Large ${n},${'x'.repeat(9_000)}`);
    const content = ['Name,Notes', ...lines].join('\n');
    expect(content.length).toBeGreaterThan(10 * 2 ** 20);
    const read = await uploadTable(clerk, 'suppliers', { name: 'large.csv', content });
    expect(read).toMatchObject({ state: 'mapping', row_count: 1_300 });
    await clerk.call(imports.discard, { params: { id: read.id } });
  });

  test.each([
    [
      'headers only',
      'Name,Email\n',
      'The file has a header row but no data. Add some rows and upload it again.',
    ],
    ['blank lines only', '\n\n , \n', 'The file is empty.'],
    ['a megabyte in a cell', `Name\n"${'x'.repeat(2 ** 20)}"`, expect.stringMatching(/^Row 2 /)],
    [
      'an open quote',
      'Name\nA\n"B\nC',
      'Row 3 has an opening quotation mark without a closing one. Add the missing mark.',
    ],
  ])('%s: it cannot be read, and the message says why', async (_, content, problem) => {
    const read = await uploadTable(clerk, 'suppliers', { name: 'bad.csv', content });
    expect(read).toMatchObject({ state: 'failed', problem });
    const later = await clerk.call(imports.check, {
      params: { id: read.id },
      body: { mapping: { name: 0 } },
    });
    expect(later.status).toBe(409);
    expect((await clerk.call(imports.discard, { params: { id: read.id } })).status).toBe(200);
    expect((await clerk.call(imports.get, { params: { id: read.id } })).status).toBe(404);
  });

  test('duplicate or blank headers are mapped by position', async () => {
    const read = await uploadTable(clerk, 'suppliers', {
      name: 'twice.csv',
      content: 'Name,Name,,Phone\nAbele,B,C,1',
    });
    expect(read).toMatchObject({ headers: ['Name', 'Name', '', 'Phone'], mapping: { name: 0, phone: 3 } });
    const send = (mapping: Record<string, number>) =>
      clerk.call(imports.check, { params: { id: read.id }, body: { mapping } });
    expect((await send({ phone: 3 })).refusal.errors).toEqual({
      'mapping.name': ['Choose a column for Name. It is required.'],
    });
    expect((await send({ name: 9 })).refusal.errors).toEqual({
      'mapping.name': ['The file has no such column.'],
    });
    expect((await send({ name: 1, phone: 1 })).refusal.message).toBe(
      'This column is already mapped to Name. Map each column to one field.',
    );
    expect((await send({ name: 1, salary: 2 })).status).toBe(422);
    expect((await send({ name: 1, contact_person: 2 })).status).toBe(200);
    expect((await settled(clerk, read.id)).counts.new).toBe(1);
  });

  test('hostile text stays text: formulas, markup, SQL, direction marks', async () => {
    const content = csvOf([
      ['Name', 'Contact person'],
      ['=HYPERLINK("http://x")', '<script>alert(1)</script>'],
      ["Robert'); drop table suppliers;--", '__proto__'],
      ['exe\u202etxt', ''],
      ['constructor', 'toString'],
    ]);
    const read = await uploadTable(clerk, 'suppliers', { name: 'attack.csv', content });
    expect((await checkTable(clerk, read)).counts).toMatchObject({ new: 3, rejected: 1 });
    await commitTable(clerk, read.id);
    expect(await countOf('drop table')).toBe(1);
    expect(await countOf('=hyperlink')).toBe(1);
  });
});

describe('failures during a step', () => {
  test('a connection lost during an import leaves nothing of it, and the import is retried automatically', async () => {
    const content = csvOfNames('Torn', 6_000);
    const read = await uploadTable(clerk, 'suppliers', { name: 'torn.csv', content });
    await checkTable(clerk, read);
    const release = await holdSupplierAfter(3_000);
    await clerk.call(imports.commit, { params: { id: read.id }, body: {} });
    await held(shop.db);
    expect(await endImportConnections(shop.db)).toBe(1);
    expect(await countOf('torn')).toBe(0);
    await release();
    expect(await settled(clerk, read.id)).toMatchObject({ state: 'done', problem: null });
    expect(await countOf('torn')).toBe(6_000);
    const noted = sql<{ n: number }>`select count(*) as n from audit_log where record_name like 'Torn %'`;
    expect((await noted.execute(shop.db)).rows).toEqual([{ n: 6_000 }]);
  });

  test('a connection lost while a file is read: reading is retried automatically', async () => {
    const content = csvOfNames('Leaf', 40_000);
    const { body, headers } = await multipartForm(
      { kind: 'suppliers' },
      [{ name: 'l.csv', content }],
      'file',
    );
    const { id } = (await clerk.call(imports.upload, { body, headers })).reply;
    const release = await holdTransaction(
      shop.db,
      sql`insert into import_rows (import_id, row_number, cells)
      values (${id}, 20000, '[]')`,
    );
    await held(shop.db);
    expect(await endImportConnections(shop.db)).toBe(1);
    await release();
    expect(await settled(clerk, id)).toMatchObject({ state: 'mapping', row_count: 40_000, problem: null });
    await clerk.call(imports.discard, { params: { id } });
  });

  test('no connection in time: the step stays pending, and the next attempt does it', async () => {
    const { id, workOver } = await askedFor('Starved');
    // The step has one connection; its progress, on another, waits five seconds and fails.
    const narrow = openDatabase(openPool(shop.connection, 1));
    await sql`update imports set alive_at = now() - interval '50 seconds' where id = ${id}`.execute(shop.db);
    await expect(workOver(narrow)({ import_id: id }, { isLast: false })).rejects.toThrow(/^timeout exceeded/);
    await narrow.destroy();
    const { rows } = await sql`select state, problem, alive_at > now() - interval '30 seconds' as is_alive
      from imports where id = ${id}`.execute(shop.db);
    expect(rows).toEqual([{ state: 'committing', problem: null, is_alive: true }]);
    await workOver(shop.db)({ import_id: id }, { isLast: false });
    expect((await settled(clerk, id)).state).toBe('done');
    expect(await countOf('starved')).toBe(6_000);
  });

  test('a failure at the last attempt, or a missing file, is reported, and a user can try again', async () => {
    const { id, workOver } = await askedFor('Last');
    const release = await holdSupplierAfter(3_000);
    const work = workOver(shop.db)({ import_id: id }, { isLast: true });
    await held(shop.db);
    expect(await endImportConnections(shop.db)).toBe(1);
    await work;
    await release();
    expect(await settled(clerk, id)).toMatchObject({
      state: 'checked',
      problem: expect.stringMatching(/^The database .* Nothing was changed\.$/),
    });
    expect(await countOf('last')).toBe(0);
    expect((await commitTable(clerk, id)).state).toBe('done');
    expect(await countOf('last')).toBe(6_000);

    const read = await uploadTable(clerk, 'suppliers', { name: 'gone.csv', content: 'Name\nGone' });
    await sql`update imports set state = 'reading' where id = ${read.id}`.execute(shop.db);
    await workOver(shop.db)({ import_id: read.id }, { isLast: false });
    expect(await settled(clerk, read.id)).toMatchObject({
      state: 'failed',
      problem: expect.stringMatching(
        /^The file is not in the files folder of this server\..* Nothing was changed\.$/,
      ),
    });
  });

  test('a step whose process was killed is resumed once, however often it is requested', async () => {
    const read = await uploadTable(clerk, 'suppliers', {
      name: 'killed.csv',
      content: 'Name\nKilled 1\nKilled 2',
    });
    await checkTable(clerk, read);
    // The state after a killed process: requested, without a waiting job or a heartbeat.
    await sql`update imports set state = 'committing', alive_at = now() - interval '2 minutes' where id = ${read.id}`.execute(
      shop.db,
    );
    const { handlers } = importJobs({
      db: shop.db,
      files: { path: () => '' },
      clock: () => new Date(),
      log: { error: () => undefined },
    });
    const [work, sweep] = handlers;
    await sweep?.run({});
    await Promise.all([work?.run({ import_id: read.id }), work?.run({ import_id: read.id })]);
    expect((await settled(clerk, read.id)).state).toBe('done');
    expect(await countOf('killed')).toBe(2);
  });

  test('two users who confirm at once import once; a double click gets the same reply', async () => {
    const read = await uploadTable(clerk, 'suppliers', { name: 'twice.csv', content: 'Name\nTwice over' });
    const { version } = await checkTable(clerk, read);
    const commit = (headers = {}) =>
      clerk.call(imports.commit, { params: { id: read.id }, body: { version }, headers });
    const key = { 'idempotency-key': 'the-same-click-twice' };
    const answers = await Promise.all([commit(key), commit()]);
    expect(answers.map(answer => answer.status).sort((a, b) => a - b)).toEqual([200, 409]);
    await settled(clerk, read.id);
    expect(await countOf('twice over')).toBe(1);
  });

  test('two concurrent imports of the same records take turns, and the second finds them', async () => {
    const content = csvOfNames('Shared', 2_000);
    const both = await Promise.all(
      ['a.csv', 'b.csv'].map(async name =>
        checkTable(clerk, await uploadTable(clerk, 'suppliers', { name, content })),
      ),
    );
    expect(both.map(({ counts }) => counts.new)).toEqual([2_000, 2_000]);
    const done = await Promise.all(both.map(({ id }) => commitTable(clerk, id)));
    expect(done.map(({ state }) => state)).toEqual(['done', 'done']);
    expect(done.map(({ counts }) => counts.new).sort((a, b) => a - b)).toEqual([0, 2_000]);
    expect(await countOf('shared')).toBe(2_000);
  });

  test('a change between check and import stops it, and nothing is half done', async () => {
    const adder = await shop.as('create_supplier', 'view_supplier');
    const read = await uploadTable(adder, 'suppliers', {
      name: 'race.csv',
      content: 'Name,Telephone\nRace 1,1\nRace 2,2',
    });
    await checkTable(adder, read);
    const other = await clerk.call(suppliers.create, { body: { name: 'Race 2', phone: '3' } });
    expect(other.status).toBe(200);
    const stopped = await commitTable(adder, read.id);
    expect(stopped).toMatchObject({ state: 'checked' });
    expect(stopped.problem).toContain('A row that was valid when checked cannot be imported');
    expect(await countOf('race')).toBe(1);
  });

  test('while a step is running, no other step can start', async () => {
    const read = await uploadTable(clerk, 'suppliers', { name: 'busy.csv', content: 'Name\nBusy' });
    await sql`update imports set state = 'checking' where id = ${read.id}`.execute(shop.db);
    for (const answer of [
      await clerk.call(imports.commit, { params: { id: read.id }, body: {} }),
      await clerk.call(imports.undo, { params: { id: read.id } }),
      await clerk.call(imports.discard, { params: { id: read.id } }),
      await clerk.call(imports.correct, { params: { id: read.id, row: 2 }, body: { values: { name: 'x' } } }),
    ])
      expect([answer.status, answer.refusal.message]).toEqual([
        409,
        'This import is in progress. Wait until it is finished.',
      ]);
    await sql`update imports set state = 'mapping' where id = ${read.id}`.execute(shop.db);
    const stale = await clerk.call(imports.check, {
      params: { id: read.id },
      body: { mapping: { name: 0 }, version: read.version + 5 },
    });
    expect(stale.status).toBe(409);
  });
});

/** Holds an import in the middle of its transaction, at a supplier whose id is taken by one that is not finished. */
const holdSupplierAfter = (count: number) =>
  holdTransaction(
    shop.db,
    sql`insert into suppliers (id, name, created_at, updated_at) overriding system value
    values (nextval(pg_get_serial_sequence('suppliers', 'id')) + ${count}, 'Held', now(), now())`,
  );

/** An import of 6,000 suppliers whose step was requested without a job, and the step itself. */
async function askedFor(name: string) {
  const content = csvOfNames(name, 6_000);
  const { id } = await checkTable(
    clerk,
    await uploadTable(clerk, 'suppliers', { name: `${name}.csv`, content }),
  );
  await sql`update imports set state = 'committing', progress = 0 where id = ${id}`.execute(shop.db);
  const workOver = (db: TestApp['db']) => {
    const { handlers } = importJobs({
      db,
      files: { path: () => '/not/there' },
      clock: () => new Date(),
      log: { error: () => undefined },
    });
    const [work] = handlers;
    if (!work) throw new Error('There is no job for imports');
    return work.run;
  };
  return { id, workOver };
}
