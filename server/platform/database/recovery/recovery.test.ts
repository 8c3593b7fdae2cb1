import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import {
  archived,
  archiveOf,
  ask,
  closeAll,
  moment,
  newSegment,
  openShop,
  salesAt,
  say,
  verifiedBase,
  write,
} from '../../../../tests/support/recoverable-shop';
import { recoverBeside } from '../embedded';
import { listVerifiedBases } from './recovery';
import { listLines, listSegments, pathOfBase, readProgress } from './recovery-folder';

afterEach(closeAll);

test('R26 a database is recovered as at three moments, also after a table was dropped, and the living one stays', async () => {
  const shop = await openShop();
  await write(shop, 'create table sales (id int primary key)');
  await verifiedBase(shop);
  await write(shop, 'insert into sales values (1)');
  const first = await moment();
  await write(shop, 'insert into sales values (2)');
  await newSegment(shop);
  const second = await moment();
  await write(shop, 'insert into sales values (3), (4)');
  const third = await moment();
  await write(shop, 'drop table sales');
  await archived(shop);

  expect(await salesAt(shop, first)).toEqual([1]);
  expect(await salesAt(shop, third)).toEqual([1, 2, 3, 4]);
  expect(await salesAt(shop, second)).toEqual([1, 2]);
  await expect(write(shop, 'select from sales')).rejects.toThrow('does not exist');
  expect(existsSync(join(shop.dataDir, 'postgres.recovering'))).toBe(false);
});

test('R26 with the data folder gone, everything up to the archive’s last note is there', async () => {
  const shop = await openShop();
  await write(shop, 'create table sales (id int primary key, at timestamptz default clock_timestamp())');
  const { line } = await verifiedBase(shop);
  await write(shop, 'insert into sales select generate_series(1, 20000)');
  // Until the disk is lost, a sale every 50 ms.
  const soldAt = new Map<number, number>();
  const selling = new AbortController();
  const seller = (async () => {
    for (let id = 20_001; !selling.signal.aborted; id++) {
      await write(shop, `insert into sales values (${id})`);
      soldAt.set(id, Date.now());
      await pause(50);
    }
  })();
  await expect.poll(() => soldAt.size, { timeout: 60_000 }).toBeGreaterThan(40);
  // The archive follows while sales go on.
  await expect
    .poll(async () => (await readProgress(line))?.at.getTime() ?? 0, { timeout: 60_000 })
    .toBeGreaterThan(soldAt.get(20_040) ?? Infinity);
  // As it is at this moment, whatever the archive is doing.
  const lost = `${shop.folder}-as-it-was`;
  const lostAt = Date.now();
  expect(spawnSync('cp', ['-a', shop.folder, lost]).status).toBe(0);
  selling.abort();
  await seller;
  await closeAll();
  rmSync(join(shop.dataDir, 'postgres'), { recursive: true });

  const [base] = await listVerifiedBases(lost);
  if (!base) throw new Error('There is no base backup');
  const notedAt = (await readProgress(base.line))?.at.getTime() ?? 0;
  const refused = recoverBeside({ dataDir: shop.dataDir, base, until: new Date(lostAt + 60_000), say });
  await expect(refused).rejects.toThrow('ends before that moment. The books can be restored up to ');
  // The last of them is later than the moment asked for, which a recovery needs to know where to stop.
  const mustBeThere = [...soldAt].filter(([, at]) => at < notedAt).slice(0, -1);
  expect(mustBeThere.length).toBeGreaterThan(38);
  const sales = await salesAt({ ...shop, folder: lost }, new Date(mustBeThere.at(-1)?.[1] ?? 0));
  expect(sales).toEqual(expect.arrayContaining(mustBeThere.map(([id]) => id)));
});

test('R26 the archive goes on after the database was killed, and after a power cut spoiled the end of its last file', async () => {
  const shop = await openShop();
  await write(shop, 'create table sales (id int primary key)');
  await verifiedBase(shop);
  await write(shop, 'insert into sales values (1)');
  await archived(shop);
  const first = await moment();
  const postmaster = readFileSync(join(shop.dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0];
  process.kill(Number(postmaster), 'SIGKILL');
  await expect
    .poll(
      () =>
        write(shop, 'insert into sales values (2)').then(
          () => true,
          () => false,
        ),
      { timeout: 120_000 },
    )
    .toBe(true);
  await archived(shop);
  const second = await moment();

  await shop.recovery.stop();
  const [line] = await listLines(shop.folder);
  if (!line) throw new Error('There is no line');
  const last = [...(await listSegments(line)).values()].at(-1) ?? '';
  expect(last).toMatch(/\.partial$/);
  appendFileSync(join(line.folder, last), Buffer.alloc(5_000));
  await write(shop, 'insert into sales values (3)');
  shop.recovery = archiveOf(shop.server, shop.dataDir, shop.folder);
  await archived(shop);
  const third = await moment();
  await write(shop, 'delete from sales');
  await archived(shop);

  expect(await salesAt(shop, first)).toEqual([1]);
  expect(await salesAt(shop, second)).toEqual([1, 2]);
  expect(await salesAt(shop, third)).toEqual([1, 2, 3]);
  expect(await listLines(shop.folder)).toHaveLength(1);
});

test('R26 a segment that is missing in the middle is named; moments before it can be restored', async () => {
  const shop = await openShop();
  await write(shop, 'create table sales (id int primary key)');
  await verifiedBase(shop);
  await write(shop, 'insert into sales values (1)');
  const first = await moment();
  await write(shop, 'create table noise ()');
  await newSegment(shop);
  await write(shop, 'insert into sales values (2)');
  const [{ name } = { name: '' }] = await ask<{ name: string }>(
    shop.server.superuser,
    'select pg_walfile_name(pg_current_wal_insert_lsn()) as name',
  );
  await newSegment(shop);
  await write(shop, 'insert into sales values (3)');
  await newSegment(shop);
  await write(shop, 'insert into sales values (4)');
  await archived(shop);
  const last = await moment();
  await write(shop, 'insert into sales values (5)');
  await archived(shop);

  const [line] = await listLines(shop.folder);
  const [base] = await listVerifiedBases(shop.folder);
  if (!line || !base) throw new Error('There is no base backup');
  const lost = join(line.folder, `${name}.gz`);
  renameSync(lost, `${lost}.away`);
  const refused = salesAt(shop, last);
  await expect(refused).rejects.toThrow(`The log segment ${name} is missing or damaged in ${line.folder}.`);
  await expect(refused).rejects.toThrow('The books can be restored up to ');
  expect(await salesAt(shop, first)).toEqual([1]);
  // A damaged one is as good as missing.
  writeFileSync(lost, readFileSync(`${lost}.away`).fill(0xff, 100, 200));
  await expect(salesAt(shop, last)).rejects.toThrow(`The log segment ${name} is missing or damaged`);
  renameSync(`${lost}.away`, lost);
  expect(await salesAt(shop, last)).toEqual([1, 2, 3, 4]);

  const file = pathOfBase(base);
  writeFileSync(file, readFileSync(file).fill(0xff, 5_000, 5_100));
  await expect(salesAt(shop, last)).rejects.toThrow(`The base backup ${base.name} is damaged`);
});
