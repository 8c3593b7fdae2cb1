import type { CalendarDate } from '#domain/kernel/dates';
import { formatDate } from '#domain/kernel/dates';
import { no, type RuleResult, yes } from '#domain/kernel/rule-result';
import type { VatAdjustment } from '#domain/vat-returns/vat-adjustment.contract';
import type { Reader } from '../../platform/database/open-database';
import { ensureFound } from '../../platform/http/refusal';
import { findReturnOf } from '../vat-returns';
import { findAdjustment, type StoredAdjustment } from './vat-adjustments.queries';

/** Can be reversed once; both stay. */
export const canReverse = ({
  number,
  reversal,
}: Pick<StoredAdjustment, 'number' | 'reversal'>): RuleResult =>
  reversal === null ? yes : no(`${number} was reversed on ${formatDate(reversal.business_date)}.`);

/** An adjustment as returned by the API. 404 if it does not exist. */
export async function getAdjustment(db: Reader, id: number, today: CalendarDate): Promise<VatAdjustment> {
  const adjustment = ensureFound(await findAdjustment(db, id), 'VAT adjustment');
  return {
    ...adjustment,
    vat_return: await findReturnOf(
      db,
      { journalId: adjustment.journal_id, day: adjustment.business_date },
      today,
    ),
    can_reverse: canReverse(adjustment),
  };
}
