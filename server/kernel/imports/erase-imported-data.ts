import { sql } from 'kysely';
import type { ImportKind } from '#domain/imports/import-kinds';
import type { Tx } from '../../platform/database/open-database';

/**
 * Takes out of the rows of imports what they say of records whose personal data is erased. That such an import cannot be
 * undone any more is so anyway: the records have changed since.
 */
export async function eraseImportedData(tx: Tx, kind: ImportKind, ids: readonly number[]): Promise<void> {
  await sql`
    update import_rows r set cells = '[]', cell_problems = null, corrections = '{}', errors = null,
      record_name = 'Erased', before = null, after = null
    from imports i where i.id = r.import_id and i.kind = ${kind} and r.record_id = any(${ids}::bigint[])`.execute(
    tx,
  );
}
