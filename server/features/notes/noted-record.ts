import { sql } from 'kysely';
import { hasAnyPermission } from '#domain/kernel/access';
import { type NotedRecordType, notedRecords } from '#domain/notes/noted-records';
import type { Reader, Tx } from '../../platform/database/open-database';
import type { Actor } from '../../platform/http/actor';
import { conflict, forbidden, ensureFound } from '../../platform/http/refusal';
import { ensureCanViewExpense } from '../expenses';
import { ensureCanViewImport } from '../imports';
import { notedTables } from './noted-tables';

/** The record of a note. */
export type RecordRef = { readonly type: NotedRecordType; readonly id: number };

/** Checks that the user can see the record: 403 otherwise, 404 if there is none. */
export async function ensureCanViewRecord(db: Reader, { type, id }: RecordRef, actor: Actor): Promise<void> {
  const { noun, anyOf } = notedRecords[type];
  // API tokens can never reach accounts.
  if (!hasAnyPermission(actor, anyOf) || (type === 'user' && actor.apiToken))
    throw forbidden('You do not have permission to do this. Ask an administrator.');
  if (type === 'expense') return ensureCanViewExpense(db, id, actor);
  if (type === 'import') return ensureCanViewImport(db, id, actor);
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(notedTables[type].table)} where id = ${id}`.execute(db);
  ensureFound(rows[0], noun);
}

/**
 * Locks the record against deletion, merging and erasure until the commit, and returns its name for the log.
 * 409 if it was merged or erased.
 */
export async function lockRecord(tx: Tx, { type, id }: RecordRef): Promise<string> {
  const { table, name, isOnlyAddedTo } = notedTables[type];
  const { rows } = await sql<{ name: string }>`
    select ${name} as name from ${sql.table(table)} r where r.id = ${id} ${isOnlyAddedTo ? sql`` : sql`for key share of r`}`.execute(
    tx,
  );
  const record = ensureFound(rows[0], notedRecords[type].noun);
  if (type !== 'customer' && type !== 'employee') return record.name;
  const { rows: erased } = await sql<{ is_erased: boolean }>`
    select erased_at is not null as is_erased from ${sql.table(table)}
    where id = ${id} and (erased_at is not null or ${type === 'customer' ? sql`merged_into_id is not null` : sql`false`})`.execute(
    tx,
  );
  if (erased[0]?.is_erased)
    throw conflict('The personal data was erased, so this record can no longer have notes.');
  if (erased[0])
    throw conflict('This customer was merged into another. Add the note to that customer instead.');
  return record.name;
}
