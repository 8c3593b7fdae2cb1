import { sql } from 'kysely';
import type { ImportKind } from '#domain/imports/import-kinds';
import type { Tx } from '../../platform/database/open-database';

/** Removes the data of erased customers from imported lists of what they owed, whose records are journals. */
export async function eraseImportedOpenings(tx: Tx, customerIds: readonly number[]): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select journal_id as id from party_items where kind = 'opening' and customer_id = any(${customerIds}::bigint[])`.execute(
    tx,
  );
  await eraseImportedData(
    tx,
    'opening_invoices',
    rows.map(({ id }) => id),
  );
}

/**
 * Removes an erased person's data from the stored rows of imports. Such an import could not be undone anyway, because
 * its records have changed since.
 */
export async function eraseImportedData(tx: Tx, kind: ImportKind, ids: readonly number[]): Promise<void> {
  await sql`
    update import_rows r set cells = '[]', cell_problems = null, corrections = '{}', errors = null,
      record_name = 'Erased', before = null, after = null
    from imports i where i.id = r.import_id and i.kind = ${kind} and r.record_id = any(${ids}::bigint[])`.execute(
    tx,
  );
}
