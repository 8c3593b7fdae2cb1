import * as z from 'zod';
import { can, canAny, canAnyWith } from '../kernel/access';
import { call, done } from '../kernel/call';
import { enteredDate, instant } from '../kernel/dates';
import { id, optionalText, version } from '../kernel/fields';
import { listCalls, pageOf, severalOf } from '../kernel/list-query';
import { ruleResult } from '../kernel/rule-result-reply';
import { historyReason } from '../sales-history/treatment';
import { historyProgress, historySummary, historyUndo, listedLine } from '../sales-history/history.contract';
import { settleChoice, settledLine, settleReply, undoSettled } from '../sales-history/workbench.contract';
import { importKind } from './import-kinds';
import { maxImportColumns } from './import-limits';
import { importOptionFields, importOptions } from './import-options';

export { type ImportOptions, importOptions } from './import-options';

/** The states of an import. Four of them are work in progress. */
export const importState = z.enum(
  [
    'reading',
    'mapping',
    'checking',
    'checked',
    'committing',
    'paused',
    'done',
    'undoing',
    'undo_stopped',
    'undone',
    'failed',
  ],
  'Choose a state.',
);
export type ImportState = z.infer<typeof importState>;
export const importStateNames: Readonly<Record<ImportState, string>> = {
  reading: 'Reading the file',
  mapping: 'Needs mapping',
  checking: 'Checking',
  checked: 'Checked',
  committing: 'Importing',
  paused: 'Paused',
  done: 'Imported',
  undoing: 'Undoing',
  undo_stopped: 'Partly undone',
  undone: 'Undone',
  failed: 'Unreadable',
};
export const isUnderWay = (state: ImportState): boolean =>
  state === 'reading' || state === 'checking' || state === 'committing' || state === 'undoing';

/** The result of a row. `repeated` means that an earlier row names the same record. */
export const rowOutcome = z.enum(['new', 'changed', 'unchanged', 'repeated', 'rejected'], 'Choose a result.');
export type RowOutcome = z.infer<typeof rowOutcome>;

/** The rows to list: those with this result, or those that a user skipped. */
export const rowsToShow = z.enum([...rowOutcome.options, 'skipped'], 'Choose a result.');
export type RowsToShow = z.infer<typeof rowsToShow>;

const counts = z.object({
  new: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  repeated: z.int(),
  rejected: z.int(),
});

const importFields = {
  id,
  kind: importKind,
  file_name: z.string(),
  state: importState,
  row_count: z.int(),
  counts,
  created_by: z.string(),
  created_at: instant,
  committed_at: instant.nullable(),
  undone_at: instant.nullable(),
  /** What this user may do with it now, or why not. */
  can: z.object({ undo: ruleResult, discard: ruleResult }),
};
const importRow = z.object(importFields);

const isPrintable = (text: string) => !text.includes('\u0000') && text.isWellFormed();

const column = z
  .int('Choose a column.')
  .min(0, 'Choose a column.')
  .max(maxImportColumns - 1, 'Choose a column.');
/** The column number of each field, from 0. */
const columnMapping = z.record(z.string().max(60), column);

export const masterNames = {
  category: 'category',
  sub_category: 'sub-category',
  brand: 'brand',
  unit: 'unit',
  expense_category: 'expense category',
} as const;
const newMaster = z.object({
  kind: z.enum(['category', 'sub_category', 'brand', 'unit', 'expense_category']),
  id: id.nullable(),
  name: z.string(),
});
export type NewMaster = z.output<typeof newMaster>;

const importFile = z.object({
  file_name: z.string(),
  /** The rows of all files are numbered through: the number before the first row of this file. */
  rows_before: z.int(),
});
export type ImportFile = z.output<typeof importFile>;

const importDetail = z.object({
  ...importFields,
  /** In the order in which they are read. */
  files: z.array(importFile),
  headers: z.array(z.string()),
  /** The first rows, as examples of each column. */
  samples: z.array(z.array(z.string())),
  mapping: columnMapping,
  options: importOptions,
  is_stale: z.boolean(),
  /** The rows that a user skipped, which are in none of the counts once they are checked again. */
  skipped_count: z.int(),
  progress: z.int(),
  history: historyProgress.nullable(),
  problem: z.string().nullable(),
  /** For a workbook: the visible sheets and the selected one. */
  sheets: z.array(z.string()),
  sheet: z.string().nullable(),
  /** Master data to be added, or added; without ids until the import is carried out. */
  new_masters: z.array(newMaster),
  /** After an undo: what could not be removed, in sentences. */
  left_behind: z.array(z.string()),
  version,
});

const cellError = z.object({ field: z.string().nullable(), message: z.string() });
const stagedRow = z.object({
  row_number: z.int(),
  /** The value of each field, from the file or corrected. */
  values: z.record(z.string(), z.string()),
  corrected: z.array(z.string()),
  is_left_out: z.boolean(),
  outcome: rowOutcome.nullable(),
  errors: z.array(cellError),
  /** For a changed record: the current and the new values. */
  changes: z.array(z.object({ field: z.string(), label: z.string(), before: z.string(), after: z.string() })),
});

const kinds = [
  'create_product',
  'create_supplier',
  'create_customer',
  'create_master',
  'create_expense',
  'adjust_ledger',
] as const;
const anyKind = canAny(...kinds);
const edited = { version: version.optional() };

const correctedCells = z
  .record(
    z.string().max(60),
    z
      .string('Enter text.')
      .max(4000, 'Enter at most 4,000 characters.')
      .refine(isPrintable, 'Remove the characters that cannot be printed.'),
  )
  .refine(values => Object.keys(values).length > 0, 'Correct at least one cell.');

export const imports = {
  ...listCalls('/imports', {
    summary: 'List imports',
    access: anyKind,
    exportAccess: canAnyWith(kinds, 'export_data'),
    listing: {
      sort: ['created_at'],
      defaultSort: { by: 'created_at', order: 'desc' },
      filters: { kind: severalOf(importKind), state: severalOf(importState) },
    },
    row: importRow,
  }),
  /** A form with `kind` and the files, each in `file`. Several files are read one after another as one table. */
  upload: call('POST', '/imports', {
    summary: 'Upload CSV or XLSX files, or gzip-compressed CSV files, as one import',
    access: anyKind,
    reply: importDetail,
    bodyKind: 'multipart',
    form: { fields: z.strictObject({ kind: importKind }), files: 'file', many: true },
    perMinute: 30,
  }),
  get: call('GET', '/imports/{id}', { summary: 'Show an import', access: anyKind, reply: importDetail }),
  chooseSheet: call('POST', '/imports/{id}/sheet', {
    summary: 'Choose another sheet of the workbook',
    access: anyKind,
    body: z.strictObject({
      sheet: z.string('Choose a sheet.').max(100, 'Choose a sheet.').refine(isPrintable, 'Choose a sheet.'),
      version: version.optional(),
    }),
    reply: importDetail,
  }),
  rows: call('GET', '/imports/{id}/rows', {
    summary: 'List the rows of an import with their results',
    access: anyKind,
    query: z.strictObject({
      outcome: rowsToShow.optional(),
      page: z
        .string()
        .regex(/^[1-9]\d{0,5}$/, 'Page must be a whole number from 1.')
        .optional(),
    }),
    reply: pageOf(stagedRow),
  }),
  rejects: call('GET', '/imports/{id}/rejects', {
    summary: 'Download the rejected rows as CSV, with the reasons',
    access: anyKind,
    reply: z.unknown(),
    replyKind: 'file',
    perMinute: 20,
  }),
  check: call('POST', '/imports/{id}/check', {
    summary: 'Map the columns and check the rows',
    access: anyKind,
    body: z.strictObject({
      mapping: columnMapping.refine(mapping => Object.keys(mapping).length > 0, 'Map at least one column.'),
      ...importOptionFields,
      ...edited,
    }),
    reply: importDetail,
  }),
  correct: call('POST', '/imports/{id}/rows/{row}', {
    summary:
      'Correct or skip a row, or correct the same cell of every row that was rejected for the same text',
    access: anyKind,
    body: z.strictObject({
      values: correctedCells.optional(),
      is_left_out: z.boolean('Answer true or false.').optional(),
      /** The text that the value replaces in every other row rejected for it (finding F73). */
      replaces: z
        .string('Send the text that is replaced.')
        .max(4000, 'Enter at most 4,000 characters.')
        .refine(isPrintable, 'Remove the characters that cannot be printed.')
        .optional(),
    }),
    reply: stagedRow.extend({
      /** The other rows rejected for the text that the one corrected cell had, or that was replaced. */
      alike: z.int(),
    }),
  }),
  commit: call('POST', '/imports/{id}/commit', {
    summary: 'Import all rows that were not rejected, or resume a paused import',
    access: anyKind,
    body: z.strictObject({ without_rejected: z.boolean('Answer true or false.').default(false), ...edited }),
    reply: importDetail,
  }),
  pause: call('POST', '/imports/{id}/pause', {
    summary: 'Pause a sales history import after the current batch',
    access: anyKind,
    reply: importDetail,
  }),
  summary: call('GET', '/imports/{id}/history', {
    summary: 'Show the results of a sales history import, reconciled to the file',
    access: anyKind,
    reply: historySummary,
  }),
  listed: call('GET', '/imports/{id}/history/listed', {
    summary: 'List the lines of a sales history that are not posted, with the reasons',
    access: anyKind,
    query: z.strictObject({
      reason: historyReason.optional(),
      /** Searches code, description and document number. */
      search: z.string().trim().max(100, 'Enter at most 100 characters.').optional(),
      page: z
        .string()
        .regex(/^[1-9]\d{0,5}$/, 'Page must be a whole number from 1.')
        .optional(),
    }),
    reply: pageOf(listedLine),
  }),
  cutOver: call('POST', '/imports/{id}/cut-over', {
    summary: 'Change the cut-over day of an imported sales history',
    // It changes VAT returns and posts a journal, as a VAT adjustment does (decision 077).
    access: can('adjust_ledger'),
    body: z.strictObject({ day: enteredDate, date_reason: optionalText('Reason for backdating', 300) }),
    reply: importDetail,
  }),
  /** At most 200 lines per call, repeated until none remain. */
  settle: call('POST', '/imports/{id}/history/settle', {
    summary: 'Settle lines that were not posted: as credit notes, to an account, or skipped',
    access: anyKind,
    body: settleChoice,
    reply: settleReply,
  }),
  unsettle: call('POST', '/imports/{id}/history/unsettle', {
    summary: 'Undo the settlement of lines by reversing their postings',
    access: anyKind,
    body: undoSettled,
    reply: z.object({ lines: z.int() }),
  }),
  settled: call('GET', '/imports/{id}/history/settled', {
    summary: 'List the settled lines of a sales history',
    access: anyKind,
    query: z.strictObject({
      page: z
        .string()
        .regex(/^[1-9]\d{0,5}$/, 'Page must be a whole number from 1.')
        .optional(),
    }),
    reply: pageOf(settledLine),
  }),
  undoPlan: call('GET', '/imports/{id}/history/undo', {
    summary: 'Show what undoing a sales history import reverses, and what prevents it',
    access: anyKind,
    reply: historyUndo,
  }),
  undo: call('POST', '/imports/{id}/undo', {
    summary: 'Undo an import, or resume undoing it',
    access: anyKind,
    reply: importDetail,
  }),
  discard: call('DELETE', '/imports/{id}', {
    summary: 'Discard an import before it is run',
    access: anyKind,
    reply: done,
  }),
};

export type ImportRow = z.output<typeof importRow>;
export type ImportDetail = z.output<typeof importDetail>;
export type StagedRow = z.output<typeof stagedRow>;
