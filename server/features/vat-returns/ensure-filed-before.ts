import { type CalendarDate, formatDate } from '#domain/kernel/dates';
import { periodWords } from '#domain/vat-returns/vat-return.rules';
import type { Reader } from '../../platform/database/open-database';
import { invalid } from '../../platform/http/refusal';
import { findPeriods } from './find-periods';

/**
 * A later registration replaces the dates of the one before it, so the returns of that one are filed first (decision
 * 192). A first day may move as long as no return is filed and no last day is entered.
 */
export async function ensureFiledBefore(
  db: Reader,
  { from, today }: { readonly from: CalendarDate | null; readonly today: CalendarDate },
): Promise<void> {
  const periods = await findPeriods(db, today);
  const { filed, open, registeredUntil } = periods;
  const ended = registeredUntil ?? filed.at(-1)?.to;
  if (from === null || ended === undefined || from <= ended) return;
  const owed = open.find(period => period.from < from && period.from <= (registeredUntil ?? from));
  if (!owed) return;
  throw invalid({
    registered_from:
      registeredUntil === null
        ? `The registration has no last day, and its returns are filed up to ${formatDate(ended)} only. To register again, enter its last day and file its returns first.`
        : `The VAT return for ${periodWords(owed)} is not filed. File it first, then enter the new registration.`,
  });
}
