import * as z from 'zod';
import { calendarDate } from '../kernel/dates';
import { money } from '../kernel/money';
import { quantity } from '../kernel/quantity';
import { historyReason, historyTreatment } from './treatment';

/** Pounds as they are, however many decimals that takes: nothing is rounded. */
const exactPounds = z.string().meta({ description: 'An exact amount in pounds, with two or more decimals.' });
const part = z.object({ lines: z.int(), amount: exactPounds });

/** The results of a sales history import by treatment, with the reconciliation to the file. */
export const historySummary = z.object({
  groups: z.array(
    z.object({
      is_cancellation: z.boolean(),
      outcome: z.enum(['planned', 'posted', 'undone', 'already', 'listed']),
      treatment: historyTreatment.nullable(),
      reason: historyReason.nullable(),
      lines: z.int(),
      amount: exactPounds,
    }),
  ),
  /** Sales first, then cancellations. */
  proof: z.array(
    z.object({
      is_cancellation: z.boolean(),
      file: part,
      posted: part,
      already: part,
      listed: part,
      books: z.object({ documents: z.int(), amount: exactPounds }),
      rounding: exactPounds,
      holds: z.boolean(),
    }),
  ),
});
export type HistorySummary = z.output<typeof historySummary>;

export const listedLine = z.object({
  row_number: z.int(),
  number: z.string(),
  sku: z.string(),
  description: z.string(),
  quantity,
  price: exactPounds,
  amount: exactPounds,
  reason: historyReason,
  message: z.string(),
});
export type ListedLine = z.output<typeof listedLine>;

/** Why an import of a history cannot be undone: what builds on it, with the way to it. */
export const undoBlock = z.object({
  kind: z.enum([
    'locked',
    'vat_return',
    'refunded',
    'matched',
    'relieved',
    'reconciled',
    'counted',
    'stock_moved',
  ]),
  words: z.string(),
  link: z.string(),
  /** How many there are of the kind; the first is named. */
  count: z.int(),
});
export type UndoBlock = z.output<typeof undoBlock>;

/** What undoing an import of a history would take back, and what stands in the way. */
export const historyUndo = z.object({
  lines: z.int(),
  sales: z.int(),
  sold: money,
  credit_notes: z.int(),
  credited: money,
  stock_adjustments: z.int(),
  entries: z.int(),
  /** What it added and nothing else uses: archived, for what is posted names it. */
  products: z.int(),
  customers: z.int(),
  blocks: z.array(undoBlock),
});
export type HistoryUndo = z.output<typeof historyUndo>;

/** How far the documents of an import have come; null for one whose rows are imported together. */
export const historyProgress = z.object({
  documents: z.int(),
  done: z.int(),
  /** Since when, and from which document on, it has been at work without a pause. */
  run_started_at: z.iso.datetime().nullable(),
  run_from: z.int(),
  /** The last day whose VAT was returned elsewhere; null before the first check and of imports from before this was asked. */
  vat_cut_over: calendarDate.nullable(),
  /** What is proposed for it: the day before the first period that is returned here. */
  proposed_cut_over: calendarDate,
  /** What trying out the first documents for real took and came to; null before the check. */
  trial: z.object({ documents: z.int(), refused: z.int(), milliseconds: z.int() }).nullable(),
});
