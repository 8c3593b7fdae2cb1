import { createHash } from 'node:crypto';
import pg from 'pg';
import { excludedTables } from './backup-format';

/** A table with its stored columns (generated ones are left out) and its row order. */
export type BackupTable = {
  readonly name: string;
  readonly columns: readonly string[];
  readonly order: readonly string[];
  readonly bytes: number;
};

/** All tables of a backup, by name. */
export async function listBackupTables(client: pg.ClientBase): Promise<BackupTable[]> {
  const { rows } = await client.query<{
    name: string;
    columns: string[];
    key: string[];
    texts: string[];
    bytes: string;
  }>(`
    select c.relname::text as name, pg_table_size(c.oid)::text as bytes,
      array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped
        and attgenerated = '' order by attnum) as columns,
      array(select a.attname::text from pg_index i, unnest(i.indkey) with ordinality as part(attnum, position)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = part.attnum
        where i.indrelid = c.oid and i.indisprimary order by part.position) as key,
      array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 and attcollation <> 0) as texts
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`);
  return rows
    .filter(({ name }) => !Object.hasOwn(excludedTables, name))
    .map(({ name, columns, key, texts, bytes }) => ({
      name,
      columns,
      // Byte order is the same everywhere; collations depend on the server.
      order: key.map(column => quoted(column) + (texts.includes(column) ? ' collate "C"' : '')),
      bytes: Number(bytes),
    }));
}

export const quoted = (name: string): string => pg.escapeIdentifier(name);
export const columnList = (columns: readonly string[]): string => columns.map(quoted).join(', ');

/** All rows of a table, in an order independent of storage. */
export const rowsInOrder = (name: string, columns: readonly string[], order: readonly string[]): string =>
  `select ${columnList(columns)} from ${quoted(name)} t order by ${order.length > 0 ? order.join(', ') : 't::text collate "C"'}`;

/** The next value of each sequence. */
export async function listSequences(
  client: pg.ClientBase,
): Promise<{ name: string; last: string; is_called: boolean }[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S' order by 1`,
  );
  if (rows.length === 0) return [];
  const { rows: found } = await client.query<{ name: string; last: string; is_called: boolean }>(
    rows
      .map(
        ({ name }) =>
          `select ${pg.escapeLiteral(name)} as name, last_value::text as last, is_called from ${quoted(name)}`,
      )
      .join(' union all '),
  );
  return found;
}

/** Checksums rows as they are read. In text form each row ends with a line feed and contains none. */
export function sumOfRows() {
  const hash = createHash('sha256');
  let count = 0;
  return {
    add(chunk: Buffer): void {
      hash.update(chunk);
      for (let at = chunk.indexOf(endOfRow); at >= 0; at = chunk.indexOf(endOfRow, at + 1)) count += 1;
    },
    result: (): { rows: number; sha256: string } => ({ rows: count, sha256: hash.digest('hex') }),
  };
}

export const endOfRow = 0x0a;
