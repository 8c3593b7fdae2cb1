import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Connection } from '../open-database';
import { Session } from '../session';
import { LineBroken, type WalSource } from './open-line';
import { parsePosition, type WalFormat, type WalPosition } from './wal-position';

/** What identifies a database's log, and where it is. */
export type WalFacts = WalFormat & { readonly system: string; readonly dataFolder: string };

/** Keeps the log in the database's own folder until it is archived, up to a size. */
const slot = 'counterfoil_recovery';
/** While the archive cannot be written, more log than this would endanger the disk of the database. */
const maxWaiting = '1GB';

/** A session of the superuser for the work of the archive. */
export async function openWalSession(server: Connection): Promise<Session> {
  const session = new Session({
    ...server,
    connectionTimeoutMillis: 5_000,
    application_name: 'counterfoil archive',
    parameters: { statement_timeout: '30s', synchronous_commit: 'on' },
  });
  await session.connect();
  return session;
}

export async function readWalFacts(session: Session): Promise<WalFacts> {
  const { rows } = await session.query<WalFacts>(`
    select (select system_identifier::text from pg_control_system()) as system,
      (select timeline_id from pg_control_checkpoint()) as timeline,
      (select setting::integer from pg_settings where name = 'wal_segment_size') as "segmentBytes",
      current_setting('data_directory') as "dataFolder"`);
  const [facts] = rows;
  if (!facts) throw new Error('The database did not describe its log');
  return facts;
}

/** How far the log is on the database's disk. */
export async function flushedPosition(session: Session): Promise<WalPosition> {
  const { rows } = await session.query<{ flushed: string }>(
    'select pg_current_wal_flush_lsn()::text as flushed',
  );
  return parsePosition(rows[0]?.flushed ?? '');
}

/**
 * Commits a mark, and returns a time before which everything committed is in front of it. A recovery stops at the first
 * commit after the chosen time, so there must be one.
 */
export async function commitMark(session: Session): Promise<Date> {
  const { rows } = await session.query<{ at: Date }>(
    `select clock_timestamp() as at, pg_logical_emit_message(true, 'counterfoil', '') is null as marked`,
  );
  const at = rows[0]?.at;
  if (!at) throw new Error('The database told no time');
  return at;
}

export async function slotExists(session: Session): Promise<boolean> {
  const { rows } = await session.query('select from pg_replication_slots where slot_name = $1', [slot]);
  return rows.length > 0;
}

/**
 * Makes the database keep its log from now on, also in place of a slot whose log was given up. The limit is stored with
 * the database, so that it also holds while an earlier version of the program runs on it, which archives nothing.
 */
export async function ensureSlot(session: Session): Promise<void> {
  const { rows } = await session.query<{ lost: boolean }>(
    `select coalesce(wal_status = 'lost', false) as lost from pg_replication_slots where slot_name = $1`,
    [slot],
  );
  if (rows[0]?.lost === true) await dropSlot(session);
  if (rows[0]?.lost === false) return;
  await session.query(`alter system set max_slot_wal_keep_size = '${maxWaiting}'`);
  await session.query('select pg_reload_conf()');
  await session.query('select pg_create_physical_replication_slot($1, true)', [slot]);
}

export async function dropSlot(session: Session): Promise<void> {
  await session.query(
    'select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1',
    [slot],
  );
}

/** Lets the database reuse the log before a position. */
export async function releaseWal(session: Session, position: string): Promise<void> {
  await session.query(
    `select pg_replication_slot_advance(slot_name, $2::pg_lsn) from pg_replication_slots
     where slot_name = $1 and restart_lsn < $2::pg_lsn`,
    [slot, position],
  );
}

/** The log in the folder of the database. */
export const walIn = (dataFolder: string): WalSource => ({
  read: async (segment, from, to) => {
    const file = await open(join(dataFolder, 'pg_wal', segment), 'r').catch(
      (error: NodeJS.ErrnoException) => {
        throw error.code === 'ENOENT'
          ? new LineBroken(`The segment ${segment} is no longer in the database's folder.`)
          : error;
      },
    );
    try {
      const content = Buffer.alloc(to - from);
      for (let read = 0; read < content.length; ) {
        const { bytesRead } = await file.read(content, read, content.length - read, from + read);
        if (bytesRead === 0) throw new LineBroken(`The segment ${segment} of the database is incomplete.`);
        read += bytesRead;
      }
      return content;
    } finally {
      await file.close();
    }
  },
});
