import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { readPasswords } from '../../server/platform/database/embedded/cluster';
import { connectionsOf } from '../../server/platform/database/embedded/connections';
import { placeOf } from '../../server/platform/database/embedded/place';

const fillers = (folder: string) => join(folder, 'other-program');

/** Takes whatever space is left on a disk, to the last page. */
export function fillDisk(folder: string): void {
  const file = openSync(fillers(folder), 'a');
  try {
    for (const bytes of [1024 * 1024, 4096]) writeUntilFull(file, Buffer.alloc(bytes));
  } finally {
    closeSync(file);
  }
}

export const freeDisk = (folder: string): void => rmSync(fillers(folder), { force: true });

function writeUntilFull(file: number, piece: Buffer): void {
  try {
    while (writeSync(file, piece) > 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}

async function asSuperuser(dataDir: string, act: (session: pg.Client) => Promise<unknown>): Promise<void> {
  const place = placeOf(dataDir);
  const session = new pg.Client(connectionsOf(place, readPasswords(place)).superuser);
  session.on('error', () => undefined);
  await session.connect();
  try {
    await act(session);
  } finally {
    await session.end().catch(() => undefined);
  }
}

/** Begins a new file of the log of an embedded database: it is large enough for what follows, also on a full disk. */
export const beginLogFile = (dataDir: string): Promise<void> =>
  asSuperuser(dataDir, async session => {
    await session.query('select pg_switch_wal()');
    await session.query(`select pg_logical_emit_message(true, 'filler', 'first')`);
  });

/** Lets the log of an embedded database grow until its disk has no space for it, which ends the server. */
export const fillLog = (dataDir: string): Promise<void> =>
  asSuperuser(dataDir, async session => {
    for (;;) await session.query(`select pg_logical_emit_message(true, 'filler', repeat('x', 1000000))`);
    // The session ends with its server.
  }).catch(() => undefined);
