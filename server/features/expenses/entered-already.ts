import { sql } from 'kysely';
import type { Pence } from '#domain/kernel/money';
import { type ImportContext, tidyName } from '../../kernel/imports';
import type { Tx } from '../../platform/database/open-database';

/** What tells one payment from another, in a file as in the books. */
type Facts = {
  readonly expense_date: string;
  readonly gross: Pence;
  readonly description: string;
  readonly reference?: string | null | undefined;
  readonly supplier_id: number | null;
};
type Entered = Facts & { readonly id: number };

/**
 * The rows that are most likely in the books already: the same date and amount, and the same receipt number, or the same
 * text where one of the two has no number. Each expense answers for one row of a file, so that two equal lines of a
 * statement are two expenses, and the statement imported again adds neither.
 */
export async function findEnteredAlready<Row extends Facts & { readonly number: number }>(
  ctx: ImportContext,
  rows: readonly Row[],
): Promise<ReadonlySet<Row>> {
  const entered = grouped(rows.length === 0 ? [] : await findEntered(ctx.tx, rows));
  return new Set(
    rows.filter(row => {
      const others = (entered.get(dayAndAmount(row)) ?? []).filter(({ id }) => {
        const takenBy = ctx.seen.get(keyOf(id));
        return takenBy === undefined || takenBy === row.number;
      });
      const same =
        others.find(other => isSame(row, other) && sameNumber(row, other)) ??
        others.find(other => isSame(row, other));
      if (same) standFor(ctx, same.id, row.number);
      return same !== undefined;
    }),
  );
}

/** From now on this expense answers for this row, and for no other. */
export const standFor = (ctx: ImportContext, id: number, row: number): void => {
  ctx.seen.set(keyOf(id), row);
};

const keyOf = (id: number): string => `entered expense ${id}`;
const dayAndAmount = ({ expense_date, gross }: Facts): string => `${expense_date} ${gross}`;
const plain = (text: string): string => tidyName(text).toLowerCase();

const sameNumber = (one: Facts, other: Facts): boolean =>
  one.reference != null && other.reference != null && plain(one.reference) === plain(other.reference);

function isSame(one: Facts, other: Facts): boolean {
  if (one.supplier_id !== null && other.supplier_id !== null && one.supplier_id !== other.supplier_id)
    return false;
  return one.reference != null && other.reference != null
    ? sameNumber(one, other)
    : plain(one.description) === plain(other.description);
}

function grouped(entered: readonly Entered[]): ReadonlyMap<string, readonly Entered[]> {
  const groups = new Map<string, Entered[]>();
  for (const one of entered) {
    const key = dayAndAmount(one);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return groups;
}

/**
 * Expenses of these days and amounts, as they are now and as they were imported: the text of a card statement is often
 * put into words later. A cancelled expense can be entered again, and so can one that was deleted.
 */
async function findEntered(tx: Tx, rows: readonly Facts[]): Promise<Entered[]> {
  const wanted = JSON.stringify(rows.map(({ expense_date, gross }) => ({ expense_date, gross })));
  const { rows: found } = await sql<Entered>`
    with wanted as (
      select distinct expense_date, gross from jsonb_to_recordset(${wanted}::jsonb) as row (expense_date date, gross bigint)
    )
    select e.id, e.expense_date::text as expense_date, e.gross_pence as gross, e.description, e.reference, e.supplier_id
    from wanted w join expenses e on e.expense_date = w.expense_date and e.gross_pence = w.gross and e.status <> 'cancelled'
    union all
    select e.id, r.after->>'expense_date', (r.after->>'gross_pence')::bigint, btrim(r.record_name, '“”'), r.after->>'reference',
      e.supplier_id
    from imports i join import_rows r on r.import_id = i.id and r.outcome = 'new'
      join wanted w on w.expense_date = (r.after->>'expense_date')::date and w.gross = (r.after->>'gross_pence')::bigint
      join expenses e on e.id = r.record_id and e.status <> 'cancelled'
    where i.kind = 'expenses' and i.state = 'done'
    order by 1`.execute(tx);
  return found;
}
