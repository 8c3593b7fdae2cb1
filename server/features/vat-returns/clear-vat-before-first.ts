import { sql } from 'kysely';
import { type CalendarDate, formatDate, londonDate } from '#domain/kernel/dates';
import { type Pence, toPence } from '#domain/kernel/money';
import { findPostingDay } from '../../kernel/books-day';
import { credit, debit, postJournal, systemAccounts } from '../../kernel/ledger';
import type { WriteContext } from '../../platform/http/context';
import { invalid } from '../../platform/http/refusal';

type ToClear = {
  readonly first_day: CalendarDate | null;
  readonly output_vat: Pence;
  readonly input_vat: Pence;
};

/** VAT from before the first day set that no return here took, less what was cleared so far. */
async function findToClear({ tx }: WriteContext): Promise<ToClear | undefined> {
  const { rows } = await sql<ToClear>`
    select p.first_day, (before.output_vat - cleared.output_vat)::bigint as output_vat,
      (before.input_vat - cleared.input_vat)::bigint as input_vat
    from vat_periods p cross join lateral (
      select coalesce(sum(e.vat_pence) filter (where e.direction = 'output'), 0) as output_vat,
        coalesce(sum(e.vat_pence) filter (where e.direction = 'input'), 0) as input_vat
      from vat_entries e
      where e.tax_point < p.first_day and not exists (select from vat_returned_elsewhere r where r.entry_id = e.id)
        and coalesce(e.tax_point < (select min(takes_from) from vat_returns), not exists (select from vat_returns))
    ) before cross join (
      select coalesce(sum(l.debit_pence - l.credit_pence) filter (where l.account_code = ${systemAccounts.outputVat}), 0) as output_vat,
        coalesce(sum(l.credit_pence - l.debit_pence) filter (where l.account_code = ${systemAccounts.inputVat}), 0) as input_vat
      from vat_cut_over_journals c join journal_lines l using (journal_id) where c.import_id is null
    ) cleared`.execute(tx);
  return rows[0];
}

/**
 * Moves VAT from before the first day set for the first return from accounts 2200 and 2201 to the amount owed to HMRC,
 * as it was returned elsewhere (decision 189). Posts the difference from what was moved so far, so that another first day
 * moves VAT back, and a later filing moves what was posted since. The caller has locked the books. `on` is the day of the
 * journal, or the first open day after it.
 */
export async function clearVatBeforeFirst(ctx: WriteContext, on: CalendarDate): Promise<void> {
  const found = await findToClear(ctx);
  if (!found || (found.output_vat === 0 && found.input_vat === 0)) return;
  const day = await findPostingDay(ctx.tx, on, londonDate(ctx.now));
  if (!day)
    throw invalid({
      first_day: `All dates from ${formatDate(on)} to today are closed. Save it tomorrow, or reopen the books.`,
    });
  const journal = await postJournal(ctx, {
    businessDate: day.on,
    kind: 'vat_return',
    narrative:
      found.first_day === null
        ? 'VAT returned elsewhere, moved back'
        : `VAT from before ${formatDate(found.first_day)}, returned elsewhere`,
    document: { type: 'vat_periods', id: 1, number: null },
    reason: day.note,
    lines: [
      debit(systemAccounts.outputVat, found.output_vat),
      credit(systemAccounts.inputVat, found.input_vat),
      credit(systemAccounts.vatPayable, toPence(found.output_vat - found.input_vat)),
    ],
  });
  if (journal)
    await sql`insert into vat_cut_over_journals (journal_id, import_id) values (${journal.id}, null)`.execute(
      ctx.tx,
    );
}
