import type { CalendarDate } from '#domain/kernel/dates';
import { toPence } from '#domain/kernel/money';
import { correctionLimit, mayCorrect } from '#domain/vat-returns/adjustments';
import { isReclaim, type NineBoxes, nineBoxes } from '#domain/vat-returns/nine-boxes';
import { dueOn, type VatPeriod } from '#domain/vat-returns/vat-period';
import type { VatReturn, VatReturnRow } from '#domain/vat-returns/vat-return.contract';
import { canFile } from '#domain/vat-returns/vat-return.rules';
import { no } from '#domain/kernel/verdict';
import type { Reader } from '../../platform/database/open-database';
import { findPeriods, type Periods, periodTo } from './find-periods';
import { type EntrySum, type FiledReturn, sumEntries, sumOpenPeriods } from './vat-returns.queries';

/** All returns, newest first: filed ones as they were filed, open ones as they stand. */
export async function listReturns(db: Reader, today: CalendarDate): Promise<{ data: VatReturnRow[] }> {
  const { filed, open } = await findPeriods(db, today);
  const sums = await sumOpenPeriods(db, open, filed.at(-1));
  const rows = [
    ...filed.map(row => rowOf(row, row, { filed: row, entryCount: row.entry_count, today })),
    ...open.map(period => {
      const own = sums.get(period.to) ?? [];
      return rowOf(period, nineBoxes(own), { filed: undefined, entryCount: countOf(own), today });
    }),
  ];
  return { data: rows.toReversed() };
}

/** The return of the period that ends on a day. 404 when none does. */
export const getReturn = async (db: Reader, to: CalendarDate, today: CalendarDate): Promise<VatReturn> =>
  reckonReturn(db, await findPeriods(db, today), to, today);

/** The same, where the periods are known already. */
export async function reckonReturn(
  db: Reader,
  periods: Periods,
  to: CalendarDate,
  today: CalendarDate,
): Promise<VatReturn> {
  const { period, taken, filed } = periodTo(periods, to);
  const sums = await sumEntries(db, taken, period.from);
  const boxes = filed ?? nineBoxes(sums);
  return {
    ...rowOf(period, boxes, { filed, entryCount: countOf(sums), today }),
    codes: byCode(sums),
    late: lateOf(sums, boxes),
    can_file: filed
      ? no('This return is filed already.')
      : canFile(period, { firstOpen: periods.open[0], today }),
  };
}

const countOf = (sums: readonly EntrySum[]) => sums.reduce((all, sum) => all + sum.entry_count, 0);

function rowOf(
  { from, to }: VatPeriod,
  boxes: NineBoxes,
  { filed, entryCount, today }: { filed: FiledReturn | undefined; entryCount: number; today: CalendarDate },
): VatReturnRow {
  const { box_1, box_2, box_3, box_4, box_5, box_6, box_7, box_8, box_9 } = boxes;
  return {
    from,
    to,
    state: filed ? 'filed' : to < today ? 'to_file' : 'running',
    due_on: dueOn({ from, to }),
    box_1,
    box_2,
    box_3,
    box_4,
    box_5,
    box_6,
    box_7,
    box_8,
    box_9,
    is_reclaim: isReclaim(boxes),
    entry_count: entryCount,
    filed: filed
      ? {
          id: filed.id,
          by: filed.filed_by,
          at: filed.filed_at,
          reference: filed.reference,
          journal_id: filed.journal_id,
        }
      : null,
  };
}

/** Late and timely entries of one code together. */
function byCode(sums: readonly EntrySum[]): VatReturn['codes'] {
  const codes = new Map<string, VatReturn['codes'][number]>();
  for (const { direction, code, net, vat, entry_count } of sums) {
    const other = codes.get(direction + code);
    codes.set(direction + code, {
      direction,
      code,
      net: toPence(net + (other?.net ?? 0)),
      vat: toPence(vat + (other?.vat ?? 0)),
      entry_count: entry_count + (other?.entry_count ?? 0),
    });
  }
  return [...codes.values()];
}

function lateOf(sums: readonly EntrySum[], { box_6 }: NineBoxes): VatReturn['late'] {
  const late = sums.filter(sum => sum.is_late);
  const { box_1: output_vat, box_4: input_vat } = nineBoxes(late);
  return {
    entry_count: countOf(late),
    output_vat,
    input_vat,
    limit: correctionLimit(box_6),
    is_within_limit: mayCorrect(toPence(output_vat - input_vat), box_6),
  };
}
