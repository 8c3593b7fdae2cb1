import { sql } from 'kysely';
import { maxFilterIds } from '#domain/kernel/list-query';
import type { SupplierChoice } from '#domain/suppliers/supplier.contract';
import type { Reader } from '../../platform/database/open-database';
import { containing, isAmong } from '../../platform/database/page-of';

const maxChoices = 20;

/** Suppliers for a form or a filter: active ones first, then by name; twenty at most, or all with the given ids. */
export async function searchSuppliers(
  db: Reader,
  { text, id }: { text: string; id?: readonly number[] | undefined },
): Promise<{ data: SupplierChoice[] }> {
  const search = text.normalize('NFC').trim().toLowerCase();
  if (search.includes('\u0000') || !search.isWellFormed()) return { data: [] };
  const condition = id ? isAmong(sql`s.id`, id) : sql`s.search_text like ${containing(search)}`;
  const { rows } = await sql<SupplierChoice>`
    select s.id, s.name, s.status from suppliers s where ${condition}
    order by s.status, s.name, s.id limit ${sql.lit(id ? maxFilterIds : maxChoices)}`.execute(db);
  return { data: rows };
}
