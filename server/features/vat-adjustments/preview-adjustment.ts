import type { CalendarDate } from '#domain/kernel/dates';
import { toPence } from '#domain/kernel/money';
import { canChangeCorrections, correctionLimit } from '#domain/vat-returns/adjustments';
import { nineBoxes } from '#domain/vat-returns/nine-boxes';
import type { AdjustedBoxes, AdjustmentReason } from '#domain/vat-returns/vat-adjustment';
import type { AdjustmentPreview } from '#domain/vat-returns/vat-adjustment.contract';
import type { Reader } from '../../platform/database/open-database';
import { sumReturnOf } from '../vat-returns';
import { findRepeated } from './find-repeated.queries';

type Input = {
  readonly date: CalendarDate;
  readonly reason: AdjustmentReason;
  readonly boxes: AdjustedBoxes;
  readonly today: CalendarDate;
};

/**
 * The nine boxes of the return that would include an adjustment, before and after, the limit for corrections, and the
 * adjustments it may repeat.
 */
export async function previewAdjustment(
  db: Reader,
  { date, reason, boxes, today }: Input,
): Promise<AdjustmentPreview> {
  const found = await sumReturnOf(db, date, today);
  const repeated = await findRepeated(db, reason, boxes);
  if (!found) return { period: null, before: null, after: null, corrections: null, repeated };
  const { period, sums, errors, sales } = found;
  const { box_1, box_4, box_6, box_7 } = boxes;
  const after = nineBoxes([
    ...sums,
    { direction: 'output', code: 'S', net: box_6, vat: box_1 },
    { direction: 'input', code: 'S', net: box_7, vat: box_4 },
  ]);
  const before = nineBoxes(sums);
  const net = toPence(errors + box_1 - box_4);
  const corrections =
    reason === 'error_correction'
      ? {
          net,
          limit: correctionLimit(sales),
          is_within_limit: canChangeCorrections({ before: errors, after: net }, sales),
        }
      : null;
  return { period: { from: period.from, to: period.to }, before, after, corrections, repeated };
}
