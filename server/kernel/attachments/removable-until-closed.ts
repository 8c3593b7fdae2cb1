import { type CalendarDate, formatDate } from '#domain/kernel/dates';
import { no, type RuleResult, yes } from '#domain/kernel/rule-result';
import type { Reader } from '../../platform/database/open-database';
import { findClosedDays } from '../books-day';

/**
 * The files of a posted document are the evidence for its VAT: once its posting day is locked or in a filed VAT period (rules D5,
 * D7), they can only be added to. `short` is the document in a sentence, `dayOf` its posting day.
 */
export const removableUntilClosed =
  (short: string, dayOf: (db: Reader, id: number) => Promise<CalendarDate | undefined>) =>
  async (db: Reader, id: number): Promise<RuleResult> => {
    const day = await dayOf(db, id);
    if (day === undefined || !(await findClosedDays(db, [day])).has(day)) return yes;
    return no(
      `${formatDate(day)} is locked or in a filed VAT return, so this ${short} keeps its attachments. You can still add to them.`,
    );
  };
