import { sql } from 'kysely';
import { type Settlement, settlementNames } from '#domain/expenses/expense.status';
import { amountsOf } from '#domain/expenses/expense.totals';
import { type CalendarDate, formatDate, londonDate } from '#domain/kernel/dates';
import { vatCanBe } from '#domain/kernel/printed-vat';
import { type DatedRate, vatRateOn, vatWithin } from '#domain/kernel/vat';
import { type PaymentMethod, paymentMethodNames } from '#domain/payments/payment.status';
import { readMoment } from '#domain/sales-history/history-line';
import {
  type CellError,
  type ImportContext,
  type ImportedRow,
  type Importer,
  parseValues,
  readAmount,
  readVatCode,
  rejected,
  type RowResult,
  tidyName,
  type UndoneRow,
  type UndoRefusal,
} from '../../kernel/imports';
import { withReservedIds } from '../../platform/database/reserve-ids';
import { findVatRates } from '../products';
import { findEnteredAlready, standFor } from './entered-already';
import { findKept, insertDrafts, removeDrafts } from './import-expenses.queries';
import { type ImportedDraft, rowSchema } from './imported-draft';

const columnOf = { category_id: 'category', supplier_id: 'supplier' };

type ImportLookups = {
  readonly categories: ReadonlyMap<string, { readonly id: number; readonly status: string }>;
  readonly suppliers: ReadonlyMap<string, readonly number[]>;
  readonly rates: readonly DatedRate[];
};

/** Imports expenses: each row becomes a draft of one line, to be checked and submitted with its receipt. */
export const expenseImporter: Importer = {
  recordType: 'expense',
  importRows: importExpenses,
  undoRows: undoExpenses,
};

async function importExpenses(ctx: ImportContext, rows: readonly ImportedRow[]): Promise<RowResult[]> {
  const lookups = await findLookups(ctx, rows);
  const results: RowResult[] = [];
  const drafts: Omit<ImportedDraft, 'id'>[] = [];
  for (const row of rows) {
    const read = readRow(row, lookups, ctx);
    if ('errors' in read) results.push(rejected(row.number, read.errors));
    else {
      const key = keyOf(read.draft);
      const firstRow = key === null ? undefined : ctx.seen.get(key);
      // A batch refused by the database is retried row by row; its rows are not repeated automatically.
      if (firstRow !== undefined && firstRow !== row.number) {
        results.push({ number: row.number, outcome: 'repeated', firstRow, key: read.draft.reference ?? '' });
        continue;
      }
      if (key !== null) ctx.seen.set(key, row.number);
      drafts.push(read.draft);
    }
  }
  const entered = await findEnteredAlready(ctx, drafts);
  const numbered = await withReservedIds(
    ctx.tx,
    'expenses',
    drafts.filter(draft => !entered.has(draft)),
  );
  await insertDrafts(ctx, numbered);
  for (const { id, number } of numbered) standFor(ctx, id, number);
  return [
    ...results,
    ...[...entered].map(({ number }): RowResult => ({ number, outcome: 'unchanged' })),
    ...numbered.map(
      ({ number, id, description, gross, expense_date, reference = null }): RowResult => ({
        number,
        outcome: 'new',
        record: {
          id,
          version: 1,
          name: `“${description}”`,
          before: null,
          after: { expense_date, gross_pence: gross, ...(reference !== null && { reference }) },
        },
      }),
    ),
  ];
}

/** The same receipt of a supplier can only be entered once; the database refuses duplicates. */
const keyOf = ({ supplier_id, reference }: Omit<ImportedDraft, 'id'>): string | null =>
  supplier_id === null || reference == null ? null : `expense ${supplier_id} ${reference.toLowerCase()}`;

type Read = { draft: Omit<ImportedDraft, 'id'> } | { errors: CellError[] };

function readRow(
  { number, values }: ImportedRow,
  lookups: ImportLookups,
  { options, now }: ImportContext,
): Read {
  const errors: CellError[] = [];
  const amount = (field: 'gross' | 'vat') => {
    const text = values[field];
    if (text === undefined) return null;
    const read = readAmount(text);
    if ('value' in read) return options.flip_sign && read.value !== '0.00' ? negated(read.value) : read.value;
    errors.push({ field, message: read.problem });
    return '0.01';
  };
  const vat = readVatCode(values.vat_code ?? 'S');
  if ('problem' in vat) errors.push({ field: 'vat_code', message: vat.problem });
  const parsed = parseValues(
    rowSchema,
    {
      description: values.description,
      expense_date: dayOf(values.expense_date),
      category_id: categoryOf(values.category, lookups, errors, options.expense_category_id),
      supplier_id: supplierOf(values.supplier, lookups, errors),
      reference: values.reference,
      vat_number: values.vat_number,
      notes: values.notes,
      gross: amount('gross'),
      vat: amount('vat'),
      vat_code: 'value' in vat ? vat.value : 'O',
      ...settledBy(values),
    },
    columnOf,
  );
  const today = londonDate(now);
  const day = dayOf(values.expense_date);
  if (day !== undefined && day > today)
    errors.push({
      field: 'expense_date',
      message: `${values.expense_date} was read as ${formatDate(day)}, which is after today. Entries cannot be dated in the future: correct the date, or skip the row.`,
    });
  const all = [...errors, ...('errors' in parsed ? parsed.errors : [])];
  if (all.length > 0 || 'errors' in parsed)
    return {
      errors: all.filter((error, place) => all.findIndex(({ field }) => field === error.field) === place),
    };
  const { value } = parsed;
  const vatRate = vatRateOn(value.vat_code, value.expense_date, lookups.rates) ?? 0;
  const vatPence = value.vat ?? vatWithin(value.gross, vatRate);
  const result = vatCanBe(vatPence, value.gross, vatRate);
  if (!result.allowed) return { errors: [{ field: 'vat', message: result.reason }] };
  return { draft: { ...value, number, vatRate, vatPence: amountsOf(value.gross, vatPence).vat } };
}

const negated = (amount: string): string => (amount.startsWith('-') ? amount.slice(1) : `-${amount}`);

const dayOf = (text: string | undefined): CalendarDate | undefined =>
  text === undefined ? undefined : readMoment(text.trim())?.businessDate;

function categoryOf(
  text: string | undefined,
  { categories }: ImportLookups,
  errors: CellError[],
  defaultId: number | null | undefined,
): number | undefined {
  if (text === undefined) return defaultId ?? undefined;
  const category = categories.get(tidyName(text).toLowerCase());
  if (category?.status === 'active') return category.id;
  errors.push({
    field: 'category',
    message: category
      ? `${tidyName(text)} is inactive. Choose another category.`
      : `There is no expense category called ${tidyName(text)}. Add it first, or choose another one.`,
  });
  return 1;
}

function supplierOf(
  text: string | undefined,
  { suppliers }: ImportLookups,
  errors: CellError[],
): number | null {
  if (text === undefined) return null;
  const found = suppliers.get(tidyName(text).toLowerCase()) ?? [];
  const [id] = found;
  if (id !== undefined && found.length === 1) return id;
  errors.push({
    field: 'supplier',
    message:
      found.length > 1
        ? `${found.length} suppliers are called ${tidyName(text)}. Leave it blank and choose it in the draft.`
        : `There is no active supplier called ${tidyName(text)}. Add it first, or leave it blank.`,
  });
  return null;
}

/** Accepts the labels of an export, or the values of the contract. */
function settledBy(values: ImportedRow['values']): { settlement: unknown; payment_method: unknown } {
  const how = named<Settlement>(settlementNames, values.settlement) ?? values.settlement ?? 'firm_paid';
  const method = named<PaymentMethod>(paymentMethodNames, values.payment_method) ?? values.payment_method;
  return { settlement: how, payment_method: how === 'firm_paid' ? (method ?? 'credit_card') : null };
}

function named<Key extends string>(
  names: Readonly<Record<Key, string>>,
  text: string | undefined,
): Key | undefined {
  const name = text?.trim().toLowerCase();
  return (Object.keys(names) as Key[]).find(key => names[key].toLowerCase() === name);
}

async function findLookups({ tx }: ImportContext, rows: readonly ImportedRow[]): Promise<ImportLookups> {
  const required = (field: string) => [
    ...new Set(rows.map(({ values }) => tidyName(values[field]).toLowerCase())),
  ];
  const { rows: categories } = await sql<{ id: number; name: string; status: string }>`
    select id, lower(name) as name, status from expense_categories where lower(name) = any(${required('category')}::text[])
    for share`.execute(tx);
  const { rows: suppliers } = await sql<{ name: string; ids: number[] }>`
    select lower(name) as name, jsonb_agg(id order by id) as ids from suppliers
    where status = 'active' and lower(name) = any(${required('supplier')}::text[]) group by 1`.execute(tx);
  return {
    categories: new Map(categories.map(row => [row.name, row])),
    suppliers: new Map(suppliers.map(row => [row.name, row.ids])),
    rates: await findVatRates(tx),
  };
}

/** Undoes drafts that have not been changed since, and to which nothing was added. */
async function undoExpenses(ctx: ImportContext, rows: readonly UndoneRow[]): Promise<UndoRefusal[]> {
  const kept = await findKept(
    ctx.tx,
    rows.map(({ id }) => id),
  );
  const removed = await removeDrafts(
    ctx.tx,
    rows.filter(({ id }) => !kept.has(id)),
  );
  return rows
    .filter(({ id }) => !removed.has(id))
    .map(({ id, name }) => ({
      name: name.replaceAll(/^“|”$/g, ''),
      reason: kept.get(id) ?? 'was changed or submitted since',
    }));
}
