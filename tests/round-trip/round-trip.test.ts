import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readEveryList } from '../support/every-list';
import { everyRoute } from '../support/every-route';
import { startTestApp, type TestApp } from '../support/test-app';
import { fieldsOf } from './distinct-values';
import { moneyDocuments } from './money-documents';
import { notRecords } from './not-records';
import { records } from './records';
import { RoundTrip } from './round-trip';
import { settings } from './settings';
import { someWorld, type World } from './world';

let shop: TestApp;
let token: string;
let world: World;
beforeAll(async () => {
  shop = await startTestApp();
  ({ token } = await shop.as('admin'));
  world = await someWorld(shop, token);
});
afterAll(() => shop.close());

describe('F86 every field that is sent is stored, and shown wherever the record is shown', () => {
  test.each(Object.entries(records))('%s', async (_, kind) => {
    // A separate caller, because exports are limited per user.
    const caller = await shop.as('admin');
    await new RoundTrip(shop, caller.token, kind(world)).run();
  });

  test.each(Object.entries(settings))('PUT %s', async (path, kind) => {
    const caller = await shop.as('admin');
    await new RoundTrip(shop, caller.token, { edit: path, detail: path, ...kind(world) }).run();
  });

  test('F43 after all these writes every list is read to its last page', async () => {
    const { failed, unread } = await readEveryList(shop, token);
    expect(failed).toEqual([]);
    expect(unread.length).toBeLessThan(10);
  });

  test('every write with fields is read back here, or names the test that covers it instead', () => {
    const kinds = [
      ...Object.values(records).map(kind => kind(world)),
      ...Object.entries(settings).map(([edit, kind]) => ({ edit, ...kind(world) })),
    ];
    const covered = new Set([
      ...kinds.flatMap(({ create, edit }) => [`POST ${create}`, `PUT ${edit}`]),
      ...Object.keys(moneyDocuments),
    ]);
    const writes = everyRoute
      .map(({ call }) => call)
      .filter(({ method, body, bodyKind }) => {
        const fields = fieldsOf(body).filter(([name]) => name !== 'version');
        return ['POST', 'PUT'].includes(method) && (fields.length > 0 || bodyKind === 'multipart');
      })
      .map(({ method, path }) => `${method} ${path}`);
    expect(writes.filter(write => !covered.has(write) && !notRecords.has(write))).toEqual([]);
    expect([...notRecords.keys()].filter(write => !writes.includes(write) || covered.has(write))).toEqual([]);
  });

  test('each write that is not read back here is called by the test that the table names for it', () => {
    const rows = readFileSync(join(import.meta.dirname, 'proven-elsewhere.tsv'), 'utf8')
      .trim()
      .split('\n');
    const proofs = rows.map(row => {
      const [write = '', file = '', call = ''] = row.split('\t');
      return { write, file, call };
    });
    expect(proofs.map(({ write }) => write).toSorted()).toEqual([...notRecords.keys()].toSorted());
    const withoutCall = proofs.filter(
      ({ file, call }) => call === '' || !existsSync(file) || !readFileSync(file, 'utf8').includes(call),
    );
    expect(withoutCall).toEqual([]);
  });
});
