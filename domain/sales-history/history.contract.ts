import * as z from 'zod';
import { calendarDate } from '../kernel/dates';
import { money } from '../kernel/money';
import { quantity } from '../kernel/quantity';
import { historyReason, historyTreatment } from './treatment';

/** An exact amount in pounds, never rounded. */
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
  /** The countries of the file that are not recognised, with their documents. */
  unknown_countries: z.array(z.object({ country: z.string(), documents: z.int() })),
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

/** Why an import cannot be undone, with a link to the record that depends on it. */
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

/** What undoing an import of a history reverses, and what prevents it. */
export const historyUndo = z.object({
  lines: z.int(),
  sales: z.int(),
  sold: money,
  credit_notes: z.int(),
  credited: money,
  stock_adjustments: z.int(),
  entries: z.int(),
  /** Records it added that nothing else uses. They are archived, because posted documents refer to them. */
  products: z.int(),
  customers: z.int(),
  blocks: z.array(undoBlock),
});
export type HistoryUndo = z.output<typeof historyUndo>;

/** The progress in documents; null for imports carried out in one transaction. */
export const historyProgress = z.object({
  documents: z.int(),
  done: z.int(),
  /** When, and at which document, the current run without a pause started. */
  run_started_at: z.iso.datetime().nullable(),
  run_from: z.int(),
  /** The cut-over day; null before the first check and for older imports. */
  vat_cut_over: calendarDate.nullable(),
  /** The proposed cut-over day: the day before the first period returned here. */
  proposed_cut_over: calendarDate,
  /** The time and result of posting the first documents as a test; null before the check. */
  trial: z.object({ documents: z.int(), refused: z.int(), milliseconds: z.int() }).nullable(),
});
