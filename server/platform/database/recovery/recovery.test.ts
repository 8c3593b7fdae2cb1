import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { temporaryFolder } from '../../../../tests/support/temporary-folder';
import { type EmbeddedPostgres, recoverBeside, startEmbeddedPostgres } from '../embedded';
import { chooseBase } from './find-range';
import { listVerifiedBases, openRecovery, type Recovery } from './recovery';
import { type BaseBackup, listBases, listLines, listSegments, pathOfBase } from './recovery-folder';
import { segmentName } from './wal-position';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const say = () => undefined;
const opened: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

type Shop = {
  readonly dataDir: string;
  readonly folder: string;
  server: EmbeddedPostgres;
  recovery: Recovery;
};

async function openShop(folder?: string): Promise<Shop> {
  const root = temporaryFolder();
  const dataDir = join(root, 'data');
  const server = await startEmbeddedPostgres({ dataDir, log: quiet });
  opened.push(() => server.stop());
  const place = folder ?? join(root, 'backups', 'recovery');
  const shop = { dataDir, folder: place, server, recovery: archiveOf(server, dataDir, place) };
  await shop.recovery.turn(true);
  return shop;
}

function archiveOf(server: EmbeddedPostgres, dataDir: string, folder: string): Recovery {
  const recovery = openRecovery({
    server: server.superuser,
    folder,
    dataDir,
    log: quiet,
    clock: () => new Date(),
    reserveBytes: 1024 * 1024,
  });
  opened.push(() => recovery.stop());
  return recovery;
}

/** Starts the database and the archive again. */
async function restart(shop: Shop): Promise<void> {
  const server = await startEmbeddedPostgres({ dataDir: shop.dataDir, log: quiet });
  opened.push(() => server.stop());
  shop.server = server;
  shop.recovery = archiveOf(server, shop.dataDir, shop.folder);
}

/** A hash of every file in a folder. */
function digestOf(folder: string): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(folder).sort()) hash.update(name).update(readFileSync(join(folder, name)));
  return hash.digest('hex');
}

async function ask<Row extends pg.QueryResultRow>(
  at: EmbeddedPostgres['connection'],
  statement: string,
): Promise<Row[]> {
  const client = new pg.Client(at);
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}

const write = ({ server }: Shop, statement: string) => ask(server.connection, statement);

/** A moment with everything so far before it, and everything later after it. */
async function moment(): Promise<Date> {
  await pause(20);
  const at = new Date();
  await pause(20);
  return at;
}

/** Waits until the archive holds everything committed up to now, without asking it to. */
async function archived({ recovery }: Shop): Promise<void> {
  const now = Date.now();
  await expect
    .poll(async () => (await recovery.state()).until?.getTime() ?? 0, { timeout: 30_000 })
    .toBeGreaterThan(now);
}

async function verifiedBase({ recovery }: Shop): Promise<BaseBackup> {
  const base = await recovery.makeBase();
  expect(await recovery.tryBase(base, async () => [])).toEqual([]);
  return base;
}

async function salesAt({ dataDir, folder }: Shop, until: Date): Promise<number[]> {
  const base = (await listVerifiedBases(folder)).findLast(({ finishedAt }) => finishedAt <= until);
  if (!base) throw new Error('There is no base backup');
  const recovered = await recoverBeside({ dataDir, base, until, say });
  try {
    const rows = await ask<{ id: number }>(recovered.connection, 'select id from sales order by id');
    return rows.map(({ id }) => id);
  } finally {
    await recovered.stop();
  }
}

const newSegment = ({ server }: Shop) => ask(server.superuser, 'select pg_switch_wal()');

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

test('R26 with the data folder gone, at most the last second is missing', async () => {
  const shop = await openShop();
  await write(shop, 'create table sales (id int primary key, at timestamptz default clock_timestamp())');
  await verifiedBase(shop);
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
  await pause(3_000);
  // As it is at this moment, whatever the archive is doing.
  const lost = `${shop.folder}-as-it-was`;
  const lostAt = Date.now();
  expect(spawnSync('cp', ['-a', shop.folder, lost]).status).toBe(0);
  selling.abort();
  await seller;
  for (const close of opened.splice(0).reverse()) await close();
  rmSync(join(shop.dataDir, 'postgres'), { recursive: true });

  const [base] = await listVerifiedBases(lost);
  if (!base) throw new Error('There is no base backup');
  const refused = recoverBeside({ dataDir: shop.dataDir, base, until: new Date(lostAt + 60_000), say });
  await expect(refused).rejects.toThrow('ends before that moment. The books can be restored up to ');
  const mustBeThere = [...soldAt].filter(([, at]) => at < lostAt - 2_000).map(([id]) => id);
  expect(mustBeThere.length).toBeGreaterThan(2);
  const sales = await salesAt({ ...shop, folder: lost }, new Date(lostAt - 1_900));
  expect(sales).toEqual(expect.arrayContaining(mustBeThere));
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
      { timeout: 30_000 },
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
  expect((await chooseBase(shop.folder, new Date(first.finishedAt.getTime() + 1))).reason).toContain(
    'cannot be restored: choose a moment from ',
  );
  expect((await chooseBase(shop.folder, new Date(Date.now() + 60_000))).reason).toMatch(
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

/** A disk of a few megabytes, or null where this account may not mount one. */
function smallDisk(): string | null {
  const folder = temporaryFolder();
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=40m', 'tmpfs', folder]).status !== 0) return null;
  opened.push(async () => spawnSync('umount', ['-l', folder]));
  return folder;
}

test('R26 (skipped where no disk can be mounted) a full disk stops the archive and nothing else; with room it goes on without a gap', async context => {
  const disk = smallDisk();
  if (disk === null) return context.skip();
  const folder = join(disk, 'recovery');
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

  expect(spawnSync('mount', ['-o', 'remount,size=200m', disk]).status).toBe(0);
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
