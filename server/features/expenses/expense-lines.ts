import { sql } from 'kysely';
import type { ExpenseLineWrite } from '#domain/expenses/expense.contract';
import { amountsOf, type ExpenseAmounts } from '#domain/expenses/expense.totals';
import type { CalendarDate } from '#domain/kernel/dates';
import { formatPounds, maxPence, toPence } from '#domain/kernel/money';
import { vatCanBe } from '#domain/kernel/printed-vat';
import { type VatCode, type VatRate, vatWithin } from '#domain/kernel/vat';
import { isVatRegisteredOn } from '../../kernel/company';
import type { Tx } from '../../platform/database/open-database';
import { invalid } from '../../platform/http/refusal';
import { vatRatesOn } from '../products';

/** A line as entered, with defaults filled in. */
export type PreparedLine = ExpenseAmounts & {
  /** The line that it changes; omitted for a new one. */
  readonly id?: number | undefined;
  readonly categoryId: number;
  readonly categoryName: string;
  readonly description: string | null;
  readonly vatCode: VatCode;
  readonly vatRate: VatRate;
  readonly isRecoverable: boolean;
};

/** VAT as printed, or calculated from the gross at the rate of the expense's date (rules V1, V18). */
export async function prepareLines(
  tx: Tx,
  lines: readonly ExpenseLineWrite[],
  date: CalendarDate,
): Promise<PreparedLine[]> {
  const categories = await findCategories(
    tx,
    lines.map(line => line.category_id),
  );
  const rateOf = await vatRatesOn(tx, date);
  const isRegistered = await isVatRegisteredOn(tx, date);
  const prepared = lines.map((line, index) => {
    const at = (field: string) => `lines.${index}.${field}`;
    const category = categories.get(line.category_id);
    if (!category) throw invalid({ [at('category_id')]: 'This category no longer exists. Choose another.' });
    if (category.status !== 'active')
      throw invalid({ [at('category_id')]: `${category.name} is inactive. Choose another category.` });
    const rate = rateOf(line.vat_code);
    const vat = line.vat ?? vatWithin(line.gross, rate);
    const result = vatCanBe(vat, line.gross, rate);
    if (!result.allowed) throw invalid({ [at('vat')]: result.reason });
    const entered = {
      id: line.id,
      ...amountsOf(line.gross, vat),
      categoryId: line.category_id,
      categoryName: category.name,
      description: line.description ?? null,
      vatCode: line.vat_code,
      vatRate: rate,
      isRecoverable: line.vat_recoverable,
    };
    return isRegistered ? entered : withoutVat(entered);
  });
  if (prepared.reduce((all, line) => all + line.gross, 0) > maxPence)
    throw invalid({ lines: `An expense cannot be more than ${formatPounds(maxPence)}.` });
  return prepared;
}

/**
 * The line of a business not registered for VAT: the gross is the cost, and VAT is not separated (rule V2).
 */
export const withoutVat = (line: PreparedLine): PreparedLine => ({
  ...line,
  ...amountsOf(line.gross, toPence(0)),
  vatCode: 'O',
  vatRate: 0,
  isRecoverable: false,
});

async function findCategories(tx: Tx, ids: readonly number[]) {
  const { rows } = await sql<{ id: number; name: string; status: string }>`
    select id, name, status from expense_categories where id = any(${[...new Set(ids)]}::bigint[]) for share`.execute(
    tx,
  );
  return new Map(rows.map(row => [row.id, row]));
}

/** A line sent twice with one id would be stored once, and one of another expense would be taken from it (A6). */
export function ensureOwnLines(own: ReadonlySet<number>, lines: readonly ExpenseLineWrite[]): void {
  const seen = new Set<number>();
  for (const [index, { id }] of lines.entries()) {
    if (id === undefined) continue;
    if (!own.has(id))
      throw invalid({ [`lines.${index}.id`]: 'A line belongs to another expense. Reload the page.' });
    if (seen.has(id))
      throw invalid({ [`lines.${index}.id`]: 'A line is listed twice. Enter each line once.' });
    seen.add(id);
  }
}

const columnsOf = (line: PreparedLine, index: number) => ({
  id: line.id,
  line_number: index + 1,
  category_id: line.categoryId,
  description: line.description,
  net_pence: line.net,
  vat_code: line.vatCode,
  vat_hundredths: line.vatRate,
  vat_pence: line.vat,
  gross_pence: line.gross,
  vat_recoverable: line.isRecoverable,
});

const recordShape = sql`(id bigint, line_number integer, category_id bigint, description text, net_pence bigint,
  vat_code text, vat_hundredths integer, vat_pence bigint, gross_pence bigint, vat_recoverable boolean)`;

export async function insertLines(tx: Tx, expenseId: number, lines: readonly PreparedLine[]): Promise<void> {
  const rows = lines.map(columnsOf).filter(({ id }) => id === undefined);
  if (rows.length === 0) return;
  await sql`
    insert into expense_lines (expense_id, line_number, category_id, description, net_pence, vat_code, vat_percent, vat_pence,
      gross_pence, vat_recoverable)
    select ${expenseId}, line_number, category_id, description, net_pence, vat_code, vat_hundredths / 100.0, vat_pence,
      gross_pence, vat_recoverable
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row ${recordShape}`.execute(tx);
}

/**
 * Replaces the lines of an expense that is not posted. A line that was there keeps its id, by which the edits of two
 * users are merged (F12).
 */
export async function replaceLines(tx: Tx, expenseId: number, lines: readonly PreparedLine[]): Promise<void> {
  await sql`delete from expense_lines where expense_id = ${expenseId}`.execute(tx);
  const rows = lines.map(columnsOf).filter(({ id }) => id !== undefined);
  if (rows.length > 0)
    await sql`
      insert into expense_lines (id, expense_id, line_number, category_id, description, net_pence, vat_code, vat_percent,
        vat_pence, gross_pence, vat_recoverable)
      overriding system value
      select id, ${expenseId}, line_number, category_id, description, net_pence, vat_code, vat_hundredths / 100.0, vat_pence,
        gross_pence, vat_recoverable
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row ${recordShape}`.execute(tx);
  await insertLines(tx, expenseId, lines);
}
