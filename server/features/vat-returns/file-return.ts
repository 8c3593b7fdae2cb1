import { sql } from 'kysely';
import type { BodyOf } from '#domain/kernel/call';
import { type CalendarDate, formatDate, formatDay, londonDate } from '#domain/kernel/dates';
import { toPence } from '#domain/kernel/money';
import type { VatReturn, vatReturns } from '#domain/vat-returns/vat-return.contract';
import { periodWords } from '#domain/vat-returns/vat-return.rules';
import { recordAudit } from '../../kernel/audit';
import { findLockDate } from '../../kernel/books-day';
import { findLetterhead } from '../../kernel/company';
import { credit, debit, postJournal, systemAccounts } from '../../kernel/ledger';
import { lockBooks } from '../../kernel/locks';
import type { Tx } from '../../platform/database/open-database';
import type { WriteContext } from '../../platform/http/context';
import { conflict, ensure } from '../../platform/http/refusal';
import { insertedId } from '../../platform/database/inserted-id';
import { clearVatBeforeFirst } from './clear-vat-before-first';
import { findPeriods, type Periods, periodTo } from './find-periods';
import { getReturn, calculateReturn } from './get-return';
import { findLastEntryId } from './vat-returns.queries';

/**
 * Files the return of a past period: freezes its nine boxes and entries, clears the VAT accounts to the HMRC
 * balance, and locks its days (rules V24, V25, D7, L). Nothing is posted meanwhile. 404 if no period ends
 * that day, 409 if it is filed, is not over, follows another open one, or its entries have changed.
 */
export async function fileReturn(
  ctx: WriteContext,
  { to, reference, entry_count: shownEntryCount }: BodyOf<typeof vatReturns.file>,
): Promise<VatReturn> {
  await lockBooks(ctx.tx);
  const today = londonDate(ctx.now);
  const periods = await findPeriods(ctx.tx, today);
  const draft = await calculateReturn(ctx.tx, periods, to, today);
  if (draft.filed)
    throw conflict(
      `The VAT return to ${formatDate(to)} was filed by ${draft.filed.by} on ${formatDay(draft.filed.at)}.`,
    );
  ensure(draft.can_file as Parameters<typeof ensure>[0]);
  if (shownEntryCount !== undefined && shownEntryCount !== draft.entry_count)
    throw conflict('VAT was posted to this period in the meantime. Review the figures, then file them.');
  await clearVatBeforeFirst(ctx, to);
  const id = await reserveId(ctx.tx);
  const journal = await clearVatAccounts(ctx, id, draft);
  const takes = rangeOfReturn(periods, to);
  await storeReturn(ctx, { id, draft, takes, reference: reference ?? null, journalId: journal?.id ?? null });
  recordAudit(ctx, {
    action: 'filed',
    recordType: 'vat_return',
    recordId: id,
    recordName: `VAT return ${periodWords(draft)}`,
    after: {
      box_1_pence: draft.box_1,
      box_4_pence: draft.box_4,
      box_5_pence: draft.box_5,
      box_6_pence: draft.box_6,
      box_7_pence: draft.box_7,
      entries: draft.entry_count,
      reference: reference ?? null,
    },
  });
  return getReturn(ctx.tx, to, today);
}

/**
 * The range of tax points that a return includes, stored with it because the registration may change later
 * (F102).
 */
function rangeOfReturn(periods: Periods, to: CalendarDate) {
  const { until } = periodTo(periods, to).range;
  return { from: periods.filed.length === 0 ? periods.takesFrom : null, to: until };
}

/** The journal refers to its return, whose row refers to the journal, so the id is taken first. */
async function reserveId(tx: Tx): Promise<number> {
  const { rows } = await sql<{
    id: number;
  }>`select nextval(pg_get_serial_sequence('vat_returns', 'id')) as id`.execute(tx);
  return insertedId(rows);
}

/**
 * Dated the last day of the period, which is open until the return is stored, or today if the books are
 * locked.
 */
async function clearVatAccounts(ctx: WriteContext, id: number, { from, to, box_1, box_4 }: VatReturn) {
  const locked: CalendarDate | null = await findLockDate(ctx.tx);
  return postJournal(ctx, {
    businessDate: locked !== null && to <= locked ? londonDate(ctx.now) : to,
    kind: 'vat_return',
    narrative: `VAT return ${periodWords({ from, to })}`,
    document: { type: 'vat_return', id, number: null },
    lines: [
      debit(systemAccounts.outputVat, box_1),
      credit(systemAccounts.inputVat, box_4),
      credit(systemAccounts.vatPayable, toPence(box_1 - box_4)),
    ],
  });
}

type ToStore = {
  readonly id: number;
  readonly draft: VatReturn;
  readonly takes: { readonly from: CalendarDate | null; readonly to: CalendarDate };
  readonly reference: string | null;
  readonly journalId: number | null;
};

async function storeReturn(
  ctx: WriteContext,
  { id, draft, takes, reference, journalId }: ToStore,
): Promise<void> {
  await sql`
    insert into vat_returns (id, period_from, period_to, takes_from, takes_to, last_entry_id, entry_count, box_1_pence, box_2_pence, box_3_pence,
      box_4_pence, box_5_pence, box_6_pence, box_7_pence, box_8_pence, box_9_pence, journal_id, reference, filed_by, filed_at, vat_number, business_name)
    overriding system value
    values (${id}, ${draft.from}, ${draft.to}, ${takes.from}, ${takes.to}, ${await findLastEntryId(ctx.tx)}, ${draft.entry_count}, ${draft.box_1},
      ${draft.box_2}, ${draft.box_3}, ${draft.box_4}, ${draft.box_5}, ${draft.box_6}, ${draft.box_7}, ${draft.box_8},
      ${draft.box_9}, ${journalId}, ${reference}, ${ctx.actor.id}, ${ctx.now},
      (select vat_number from vat_registration), ${(await findLetterhead(ctx.tx)).name})`.execute(ctx.tx);
}
