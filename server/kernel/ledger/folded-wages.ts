import { type RawBuilder, sql } from 'kysely';
import { hasPermission, type Holder } from '#domain/kernel/access';
import { containing } from '../../platform/database/page-of';
import { journalWords } from './journal-words';

/**
 * Without `view_pay` the ledger shows wages as totals (rule K8, decision 180): the wage payments of a day, of one kind and
 * method and posted by one user, are one journal, that of the first of them. All its fields that a filter can select are
 * equal within it, so a filter takes all of it or nothing, and sums stay as they are.
 */
export type Wages = { readonly foldsWages?: true };

export const wagesFor = (actor: Holder): Wages =>
  hasPermission(actor, 'view_pay') ? {} : { foldsWages: true };

const methodOf = (journal: RawBuilder<unknown>) =>
  sql`(select method from salary_payments where id = ${journal}.document_id)`;
const isOfSameWages = sql`o.document_type = 'salary_payment' and o.kind = j.kind and o.business_date = j.business_date
  and o.posted_by = j.posted_by and ${methodOf(sql`o`)} = ${methodOf(sql`j`)}`;

/** Whether a journal `j` of wages is shown within an earlier one. */
export const isWithinOtherWages = sql`(j.document_type = 'salary_payment' and exists (
  select from journals o where ${isOfSameWages} and o.id < j.id))`;

/** Whether a journal `j` is shown; for `where`. */
export const isShown = ({ foldsWages }: Wages) => foldsWages && sql`not ${isWithinOtherWages}`;

/** A column of a journal `j`, and what is shown in its place for wages. */
export const orWages = (
  { foldsWages }: Wages,
  column: RawBuilder<unknown>,
  ofWages: RawBuilder<unknown>,
): RawBuilder<unknown> =>
  foldsWages ? sql`case when j.document_type = 'salary_payment' then ${ofWages} else ${column} end` : column;

const kindWords = { salary: 'Wages', reversal: 'Reversal: Wages' } as const;
export const wagesWords = sql`case j.kind when 'reversal' then ${sql.lit(kindWords.reversal)} else ${sql.lit(kindWords.salary)} end`;

/** The amount of a line `l` of a journal `j`; of wages, the amounts of all of them on that account. */
export const lineAmount = (wages: Wages, side: 'debit' | 'credit'): RawBuilder<unknown> => {
  const column = sql.ref(`${side}_pence`);
  return orWages(
    wages,
    sql`l.${column}`,
    sql`(select sum(w.${column}) from journals o join journal_lines w on w.journal_id = o.id
      where ${isOfSameWages} and w.account_code = l.account_code)::bigint`,
  );
};

/** Total debits of a journal `j`; of wages, of all of them. */
export const journalAmount = (wages: Wages): RawBuilder<unknown> =>
  orWages(
    wages,
    sql`(select coalesce(sum(debit_pence), 0)::bigint from journal_lines where journal_id = j.id)`,
    sql`(select sum(w.debit_pence) from journals o join journal_lines w on w.journal_id = o.id where ${isOfSameWages})::bigint`,
  );

/** Whether a journal `j` has these words; wages are searched by what is shown of them. */
export function hasWords(search: string, { foldsWages }: Wages): RawBuilder<unknown> {
  const words = search.toLowerCase();
  const found = sql`${journalWords} like ${containing(words)}`;
  if (!foldsWages) return found;
  const kinds = Object.entries(kindWords).flatMap(([kind, shown]) =>
    shown.toLowerCase().includes(words) ? [kind] : [],
  );
  return sql`(j.document_type <> 'salary_payment' and ${found}
    or j.document_type = 'salary_payment' and j.kind = any(${kinds}::text[]))`;
}
