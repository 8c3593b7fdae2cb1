import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { expect } from 'vitest';
import {
  type EmbeddedPostgres,
  recoverBeside,
  startEmbeddedPostgres,
} from '../../server/platform/database/embedded';
import {
  listVerifiedBases,
  openRecovery,
  type Recovery,
} from '../../server/platform/database/recovery/recovery';
import type { BaseBackup } from '../../server/platform/database/recovery/recovery-folder';
import { temporaryFolder } from './temporary-folder';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
export const say = () => undefined;
/** Everything to close, in reverse order. */
export const opened: (() => Promise<unknown>)[] = [];

export async function closeAll(): Promise<void> {
  for (const close of opened.splice(0).reverse()) await close();
}

export type RecoverableShop = {
  readonly dataDir: string;
  readonly folder: string;
  server: EmbeddedPostgres;
  recovery: Recovery;
};

export async function openShop(folder?: string): Promise<RecoverableShop> {
  const root = temporaryFolder();
  const dataDir = join(root, 'data');
  const server = await startEmbeddedPostgres({ dataDir, log: quiet });
  opened.push(() => server.stop());
  const place = folder ?? join(root, 'backups', 'recovery');
  const shop = { dataDir, folder: place, server, recovery: archiveOf(server, dataDir, place) };
  await shop.recovery.turn(true);
  return shop;
}

export function archiveOf(server: EmbeddedPostgres, dataDir: string, folder: string): Recovery {
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
export async function restart(shop: RecoverableShop): Promise<void> {
  const server = await startEmbeddedPostgres({ dataDir: shop.dataDir, log: quiet });
  opened.push(() => server.stop());
  shop.server = server;
  shop.recovery = archiveOf(server, shop.dataDir, shop.folder);
}

/** A hash of every file in a folder. */
export function digestOf(folder: string): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(folder).sort()) hash.update(name).update(readFileSync(join(folder, name)));
  return hash.digest('hex');
}

export async function ask<Row extends pg.QueryResultRow>(
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

export const write = ({ server }: RecoverableShop, statement: string) => ask(server.connection, statement);

/** A moment with everything so far before it, and everything later after it. */
export async function moment(): Promise<Date> {
  await pause(20);
  const at = new Date();
  await pause(20);
  return at;
}

/** Waits until the archive holds everything committed up to now, without asking it to. */
export async function archived({ recovery }: RecoverableShop): Promise<void> {
  const now = Date.now();
  await expect
    .poll(async () => (await recovery.state()).until?.getTime() ?? 0, { timeout: 120_000 })
    .toBeGreaterThan(now);
}

export async function verifiedBase({ recovery }: RecoverableShop): Promise<BaseBackup> {
  const base = await recovery.makeBase();
  expect(await recovery.tryBase(base, async () => [])).toEqual([]);
  return base;
}

export async function salesAt({ dataDir, folder }: RecoverableShop, until: Date): Promise<number[]> {
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

export const newSegment = ({ server }: RecoverableShop) => ask(server.superuser, 'select pg_switch_wal()');
