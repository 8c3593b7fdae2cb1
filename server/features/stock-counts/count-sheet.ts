import { formatDate } from '#domain/kernel/dates';
import { formatQuantity } from '#domain/kernel/quantity';
import { countScopeNames } from '#domain/stock/count-status';
import type { CountLine } from '#domain/stock/stock-count.contract';
import { findLetterhead } from '../../kernel/company';
import type { Database } from '../../platform/database/open-database';
import type { Actor } from '../../platform/http/actor';
import {
  companyHead,
  factList,
  figureColumn,
  type TableColumn,
  tableOf,
  textColumn,
  titleBlock,
} from '../../platform/pdf/document-parts';
import { drawPdf } from '../../platform/pdf/draw-pdf';
import type { PdfTable } from '../../platform/pdf/pdf-document';
import { type LineFilter, streamCountLines } from './count-lines.queries';
import { getCount } from './get-count';

/** A line long enough for a handwritten figure. */
const toWriteOn = '_'.repeat(16);

const inOrder: LineFilter = { sort_by: 'line_number', sort_order: 'asc' };

/**
 * The count sheet as a PDF: a table for each category, by name, with a box for each product. A blind count's
 * sheet never shows the expected quantity. 404 when there is no such stocktake.
 */
export async function drawCountSheet(
  db: Database,
  id: number,
  actor: Actor,
  now: Date,
): Promise<{ fileName: string; content: Buffer }> {
  const [company, count] = await Promise.all([findLetterhead(db), getCount(db, id, actor)]);
  const showsStock = !count.is_blind;
  const lines = streamCountLines(db, id, inOrder, { withStock: showsStock, withCost: false });
  const content = await drawPdf({
    title: `Count sheet ${count.number}`,
    author: company.name,
    printedAt: now,
    blocks: [
      companyHead(company),
      titleBlock('Count sheet', count.number),
      factList('Stocktake', [
        ['Date', formatDate(count.business_date)],
        ['Scope', count.scope_name ?? countScopeNames[count.scope]],
        ['Products', count.products.toLocaleString('en-GB')],
        ['Note', count.note],
        ['Counted by', toWriteOn],
        ['Signature', toWriteOn],
      ]),
      ...(await tablesOf(
        lines,
        showsStock ? [...columns, expectedColumn, boxColumn] : [...columns, boxColumn],
      )),
    ],
  });
  return { fileName: `${count.number}.pdf`, content };
}

/** Lines are sorted by category; each category is its own table. */
async function tablesOf(
  lines: AsyncIterable<CountLine>,
  tableColumns: readonly TableColumn<CountLine>[],
): Promise<PdfTable[]> {
  const groups: { name: string; lines: CountLine[] }[] = [];
  for await (const line of lines) {
    const name = line.category ?? 'Without a category';
    const last = groups.at(-1);
    if (last?.name === name) last.lines.push(line);
    else groups.push({ name, lines: [line] });
  }
  return Promise.all(groups.map(group => tableOf(group.name, group.lines, tableColumns, { empty: '' })));
}

const columns: readonly TableColumn<CountLine>[] = [
  textColumn('Product', line => line.name),
  textColumn('SKU', line => line.sku),
  textColumn('Unit', line => line.unit),
];
const expectedColumn: TableColumn<CountLine> = figureColumn('Expected', line =>
  line.expected == null ? null : formatQuantity(line.expected),
);
const boxColumn: TableColumn<CountLine> = figureColumn('Counted', () => toWriteOn);
