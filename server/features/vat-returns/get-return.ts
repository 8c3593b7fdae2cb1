import type { CalendarDate } from '#domain/kernel/dates';
import { toPence } from '#domain/kernel/money';
import { correctionLimit, canCorrectInReturn } from '#domain/vat-returns/adjustments';
import { isReclaim, type NineBoxes, nineBoxes } from '#domain/vat-returns/nine-boxes';
import { dueOn, stageOf, type VatPeriod } from '#domain/vat-returns/vat-period';
import type { VatReturn, VatReturnRow } from '#domain/vat-returns/vat-return.contract';
import { canFile } from '#domain/vat-returns/vat-return.rules';
import { no } from '#domain/kernel/rule-result';
import type { Reader } from '../../platform/database/open-database';
import { findPeriods, type Periods, periodTo, rangeOfOpen } from './find-periods';
import {
  type Corrections,
  type EntrySum,
  type FiledReturn,
  sumBefore,
  sumCorrections,
  sumEntries,
  sumOpenPeriods,
  sumWithoutNumber,
} from './vat-returns.queries';

/** All returns, newest first: filed ones as filed, open ones to date. */
export async function listReturns(db: Reader, today: CalendarDate): Promise<{ data: VatReturnRow[] }> {
  const periods = await findPeriods(db, today);
  const { filed, open, registeredUntil } = periods;
  const sums = await sumOpenPeriods(db, open, rangeOfOpen(periods));
  const rows = [
    ...filed.map(row => rowOf(row, row, { filed: row, entryCount: row.entry_count, today, registeredUntil })),
    ...open.map(period => {
      const own = sums.get(period.to) ?? [];
      const entryCount = countOf(own);
      return rowOf(period, nineBoxes(own), { filed: undefined, entryCount, today, registeredUntil });
    }),
  ];
  return { data: rows.toReversed() };
}

/** The return of the period that ends on a day. 404 if there is none. */
export const getReturn = async (db: Reader, to: CalendarDate, today: CalendarDate): Promise<VatReturn> =>
  calculateReturn(db, await findPeriods(db, today), to, today);

/** The same with the periods already loaded. */
export async function calculateReturn(
  db: Reader,
  periods: Periods,
  to: CalendarDate,
  today: CalendarDate,
): Promise<VatReturn> {
  const { period, range, filed } = periodTo(periods, to);
  const sums = await sumEntries(db, range, period.from);
  const boxes = filed ?? nineBoxes(sums);
  const { registeredUntil } = periods;
  return {
    ...rowOf(period, boxes, { filed, entryCount: countOf(sums), today, registeredUntil }),
    codes: byCode(sums),
    late: lateOf(sums, boxes, await sumCorrections(db, range, period.from)),
    without_vat_number: await sumWithoutNumber(db, range),
    before_registration: await findBeforeRegistration(db, periods, period),
    can_file: filed
      ? no('This return has already been filed.')
      : canFile(period, { firstOpen: periods.open[0], today }),
  };
}

/**
 * Entries excluded from the first return because they predate the registration (F102); null for any other
 * return.
 */
async function findBeforeRegistration(db: Reader, periods: Periods, { from }: VatPeriod) {
  const [first] = periods.filed;
  const { takesFrom: day } = periods;
  const isFirst = first ? first.from === from : periods.open[0]?.from === from;
  if (!isFirst || day === null) return null;
  const sum = await sumBefore(db, day);
  if (sum.entry_count === 0) return null;
  return { ...sum, registered_from: day, is_first_day: periods.takesFromFirstDay };
}

const countOf = (sums: readonly EntrySum[]) => sums.reduce((all, sum) => all + sum.entry_count, 0);

type About = {
  readonly filed: FiledReturn | undefined;
  readonly entryCount: number;
  readonly today: CalendarDate;
  readonly registeredUntil: CalendarDate | null;
};

function rowOf(
  { from, to }: VatPeriod,
  boxes: NineBoxes,
  { filed, entryCount, today, registeredUntil }: About,
): VatReturnRow {
  const { box_1, box_2, box_3, box_4, box_5, box_6, box_7, box_8, box_9 } = boxes;
  return {
    from,
    to,
    stage: stageOf({ from, to }, registeredUntil),
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

/** Combines late and timely entries of one code. */
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

/** The sales in corrections do not raise their own limit. */
function lateOf(
  sums: readonly EntrySum[],
  boxes: NineBoxes,
  { net: corrections, sales }: Corrections,
): VatReturn['late'] {
  const box_6 = toPence(boxes.box_6 - sales);
  const late = sums.filter(sum => sum.is_late);
  const { box_1: output_vat, box_4: input_vat } = nineBoxes(late);
  return {
    entry_count: countOf(late),
    output_vat,
    input_vat,
    corrections,
    limit: correctionLimit(box_6),
    is_within_limit: canCorrectInReturn(toPence(output_vat - input_vat + corrections), box_6),
  };
}
