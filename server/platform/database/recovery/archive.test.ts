import { spawnSync } from 'node:child_process';
import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import {
  archived,
  ask,
  closeAll,
  digestOf,
  moment,
  newSegment,
  opened,
  openShop,
  restart,
  salesAt,
  verifiedBase,
  write,
} from '../../../../tests/support/recoverable-shop';
import { mountSmallDisk } from '../../../../tests/support/small-disk';
import { chooseBases } from './find-range';
import { listBases, listLines, listSegments } from './recovery-folder';
import { segmentName } from './wal-position';

afterEach(closeAll);

test('R26 pruning keeps the newest verified base backups and all log since the oldest of them', async () => {
  const shop = await openShop();
  await write(shop, 'create table sales (id int primary key)');
  const first = await verifiedBase(shop);
  await newSegment(shop);
  await write(shop, 'insert into sales values (1)');
  const second = await verifiedBase(shop);
  await write(shop, 'insert into sales values (2)');
  const early = await moment();
  await newSegment(shop);
  const failed = await shop.recovery.makeBase();
  expect(await shop.recovery.tryBase(failed, async () => ['INV-1 fails'])).toEqual(['INV-1 fails']);
  const third = await verifiedBase(shop);
  await write(shop, 'insert into sales values (3)');
  await archived(shop);
  const late = await moment();
  await write(shop, 'insert into sales values (4)');
  await archived(shop);
  const line = first.line;
  writeFileSync(join(line.folder, 'base-20260101T000000.000Z.tar.gz.part'), 'left by a killed process');
  const before = [...(await listSegments(line)).keys()];

  await shop.recovery.prune(2);
  expect((await listBases(line)).map(({ name }) => name)).toEqual([second.name, third.name]);
  const needed = segmentName(second.start, line);
  expect([...(await listSegments(line)).keys()]).toEqual(before.filter(name => name >= needed));
  expect(before[0]).not.toBe(needed);
  expect(readdirSync(line.folder).filter(name => name.endsWith('.part'))).toEqual([]);
  expect(await salesAt(shop, early)).toEqual([1, 2]);
  expect(await salesAt(shop, late)).toEqual([1, 2, 3]);
  expect((await chooseBases(shop.folder, new Date(first.finishedAt.getTime() + 1))).reason).toContain(
    'cannot be restored: choose a moment from ',
  );
  expect((await chooseBases(shop.folder, new Date(Date.now() + 60_000))).reason).toMatch(
    /cannot be restored: choose a moment from .+ to .+\.$/,
  );
});

test('R26 an older copy of the data folder that is put back begins a line of its own, and what was archived stays', async () => {
  const shop = await openShop();
  await write(shop, 'create table sales (id int primary key)');
  await verifiedBase(shop);
  await write(shop, 'insert into sales values (1)');
  await archived(shop);
  await shop.recovery.stop();
  await shop.server.stop();
  const cluster = join(shop.dataDir, 'postgres');
  expect(spawnSync('cp', ['-a', cluster, `${cluster}.copy`]).status).toBe(0);
  await restart(shop);
  await write(shop, 'insert into sales values (2)');
  await archived(shop);
  const abandoned = await moment();
  await write(shop, 'insert into sales values (3)');
  await archived(shop);
  await shop.recovery.stop();
  await shop.server.stop();
  rmSync(cluster, { recursive: true });
  renameSync(`${cluster}.copy`, cluster);
  const [old] = await listLines(shop.folder);
  const content = digestOf(old?.folder ?? '');

  await restart(shop);
  await write(shop, 'insert into sales values (12)');
  await archived(shop);
  expect(await listLines(shop.folder)).toHaveLength(2);
  await verifiedBase(shop);
  await write(shop, 'insert into sales values (13)');
  const now = await moment();
  await write(shop, 'insert into sales values (14)');
  await archived(shop);
  expect(digestOf(old?.folder ?? '')).toBe(content);
  expect(await salesAt(shop, now)).toEqual([1, 12, 13]);
  expect(await salesAt(shop, abandoned)).toEqual([1, 2]);
});

test('R26 (skipped where no disk can be mounted) a full disk stops the archive and nothing else; with room it goes on without a gap', async context => {
  const disk = mountSmallDisk(40);
  if (disk === null) return context.skip('this account may not mount a disk');
  opened.push(async () => disk.unmount());
  const folder = join(disk.folder, 'recovery');
  const shop = await openShop(folder);
  await write(shop, 'create table sales (id int primary key, note text)');
  await verifiedBase(shop);
  // Random text does not get smaller.
  const sellMuch = (from: number) =>
    write(
      shop,
      `insert into sales select i, (select string_agg(encode(sha256((i || '-' || j)::text::bytea), 'hex'), '') from generate_series(1, 100) j)
       from generate_series(${from}, ${from + 4_999}) i`,
    );
  await sellMuch(1);
  await sellMuch(5_001);
  const reason = async () => (await shop.recovery.state()).failing?.reason;
  await expect.poll(reason, { timeout: 60_000 }).toBe(`The disk of ${folder} is full. Free up space.`);
  await sellMuch(10_001);
  expect(await write(shop, 'select count(*)::int as count from sales')).toEqual([{ count: 15_000 }]);
  await expect(shop.recovery.makeBase()).rejects.toThrow('is full. Free up space.');
  const during = await moment();
  await write(shop, 'insert into sales values (0)');

  disk.resize(200);
  await expect.poll(reason, { timeout: 60_000 }).toBe(undefined);
  await archived(shop);
  expect(await listLines(folder)).toHaveLength(1);
  expect(await salesAt(shop, during)).toHaveLength(15_000);
});

test('R26 log that the database has given up begins a new line, which says so until its first base backup', async () => {
  const shop = await openShop();
  await write(shop, 'create table sales (id int primary key)');
  await verifiedBase(shop);
  await archived(shop);
  expect(await ask(shop.server.superuser, 'show max_slot_wal_keep_size')).toEqual([
    { max_slot_wal_keep_size: '1GB' },
  ]);
  await shop.recovery.turn(false);
  expect(await shop.recovery.state()).toMatchObject({ isOn: false, failing: null });
  for (let id = 1; id <= 4; id++) {
    await write(shop, `insert into sales values (${id})`);
    await newSegment(shop);
    await ask(shop.server.superuser, 'checkpoint');
  }
  await shop.recovery.turn(true);
  expect(await listLines(shop.folder)).toHaveLength(2);
  expect(await shop.recovery.state()).toMatchObject({ isOn: true, from: null, failing: null });
  expect(await shop.recovery.newestBase()).toBeUndefined();
  const base = await verifiedBase(shop);
  expect((await shop.recovery.state()).from).toEqual(base.finishedAt);
});
