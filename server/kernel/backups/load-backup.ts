import type pg from 'pg';
import { readArchive, type ReadEntry } from '../../platform/archive';
import { copyIn, copyOut } from '../../platform/database/copy-rows';
import { withSession } from '../../platform/database/databases';
import { migrateThrough } from '../../platform/database/migrate';
import { type Connection, openDatabase, openPool } from '../../platform/database/open-database';
import { type BackupHead, BackupRefused, type BackupTail } from './backup-format';
import { fileOf, inspectBackup, refusing, tableOf } from './inspect-backup';
import { columnList, type BackupTable, listBackupTables, quoted, rowsInOrder, sumOfRows } from './tables';

export type LoadParts = {
  /** An empty database for exclusive use. */
  readonly connection: Connection;
  /** Called with each stored file. */
  readonly keepFile?: (sha256: string, file: ReadEntry) => Promise<void>;
  /** Called with each piece read; everything is read twice. Throwing aborts the work. */
  readonly onRead: (bytes: number) => void;
};

export type LoadedBackup = {
  readonly head: BackupHead;
  /** Stored files that were missing or damaged when the backup was made. */
  readonly missing: readonly string[];
};

/**
 * Fills an empty database from a backup and verifies every row and file against the checksums in the backup, first as
 * read and then as stored in the tables. Constraints and triggers are restored afterwards, so references resolve.
 * Throws `BackupRefused` with the reason.
 */
export async function loadBackup(path: string, parts: LoadParts): Promise<LoadedBackup> {
  const { head, tail } = await inspectBackup(path, parts.onRead);
  await prepareSchema(parts.connection, head);
  return withSession(parts.connection, async client => {
    await client.query('set synchronous_commit = off');
    const tables = matching(head, await listBackupTables(client));
    const links = await dropConstraints(client);
    await refusing(() => readAll(client, path, tables, parts));
    await placeSequences(client, tail);
    await compareTables(client, tables, tail);
    await tighten(client, links);
    await client.query('analyze');
    return { head, missing: tail.missing };
  });
}

async function prepareSchema(connection: Connection, { migrations }: BackupHead): Promise<void> {
  const db = openDatabase(openPool(connection, 1, { unhurried: true }));
  try {
    await migrateThrough(db, migrations.at(-1) ?? '');
  } finally {
    await db.destroy();
  }
}

/** The tables of the schema with the columns of the backup. They must match. */
function matching(head: BackupHead, found: readonly BackupTable[]): ReadonlyMap<string, BackupTable> {
  const written = new Map(head.tables.map(({ name, columns }) => [name, columns]));
  const fits =
    found.length === written.size &&
    found.every(({ name, columns }) => {
      const file = written.get(name);
      return file?.length === columns.length && columns.every(column => file.includes(column));
    });
  if (!fits) throw new BackupRefused('The tables of this backup do not match its version of Counterfoil.');
  return new Map(found.map(table => [table.name, { ...table, columns: written.get(table.name) ?? [] }]));
}

type Link = { readonly table: string; readonly name: string; readonly definition: string };

/** Removes per-row constraints and the rows inserted by migrations. */
async function dropConstraints(client: pg.ClientBase): Promise<Link[]> {
  const { rows: links } = await client.query<Link>(`
    select r.relname::text as table, c.conname::text as name, pg_get_constraintdef(c.oid) as definition
    from pg_constraint c join pg_class r on r.oid = c.conrelid
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace order by 1, 2`);
  for (const { table, name } of links)
    await client.query(`alter table ${quoted(table)} drop constraint ${quoted(name)}`);
  const all = await listAllTables(client);
  for (const table of all) await client.query(`alter table ${quoted(table)} disable trigger user`);
  await client.query(`truncate ${columnList(all)}`);
  return links;
}

async function listAllTables(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
       and not starts_with(relname, 'kysely_') order by 1`,
  );
  return rows.map(({ name }) => name);
}

async function tighten(client: pg.ClientBase, links: readonly Link[]): Promise<void> {
  for (const { table, name, definition } of links) {
    try {
      await client.query(`alter table ${quoted(table)} add constraint ${quoted(name)} ${definition}`);
    } catch (error) {
      throw new BackupRefused(
        `Rows of ${table} refer to rows that are missing from the backup (${error instanceof Error ? error.message : name}).`,
      );
    }
  }
  for (const table of await listAllTables(client))
    await client.query(`alter table ${quoted(table)} enable trigger user`);
}

async function readAll(
  client: pg.ClientBase,
  path: string,
  tables: ReadonlyMap<string, BackupTable>,
  { keepFile, onRead }: LoadParts,
): Promise<void> {
  for await (const entry of readArchive(path, onRead)) {
    const table = tables.get(tableOf(entry) ?? '');
    const sha256 = fileOf(entry);
    if (table) await loadPiece(client, table, entry);
    else if (sha256 !== undefined) await keepFile?.(sha256, entry);
  }
}

async function placeSequences(client: pg.ClientBase, { sequences }: BackupTail): Promise<void> {
  for (const { name, last, is_called } of sequences)
    await client.query('select setval($1::regclass, $2, $3)', [quoted(name), last, is_called]);
}

async function loadPiece(client: pg.ClientBase, table: BackupTable, { content }: ReadEntry): Promise<void> {
  try {
    await copyIn(client, `${quoted(table.name)} (${columnList(table.columns)})`, content);
  } catch (error) {
    if (!(error instanceof Error && 'severity' in error)) throw error;
    throw new BackupRefused(`The rows of ${table.name} cannot be read: ${error.message}.`);
  }
}

/** Reads every table back and compares it with the snapshot. */
async function compareTables(
  client: pg.ClientBase,
  tables: ReadonlyMap<string, BackupTable>,
  { tables: expected }: BackupTail,
): Promise<void> {
  const sums = new Map(expected.map(sum => [sum.name, sum]));
  for (const { name, columns, order } of tables.values()) {
    const sum = sumOfRows();
    for await (const chunk of copyOut(client, rowsInOrder(name, columns, order))) sum.add(chunk);
    const { rows, sha256 } = sum.result();
    const written = sums.get(name);
    if (rows !== written?.rows)
      throw new BackupRefused(
        `${name} has ${rows} rows after the restore, but had ${written?.rows ?? 'none'} when the backup was made.`,
      );
    if (sha256 !== written.sha256) throw new BackupRefused(`The rows of ${name} differ after the restore.`);
  }
}
