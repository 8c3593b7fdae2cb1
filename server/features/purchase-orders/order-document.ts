import { formatDate } from '#domain/kernel/dates';
import { formatPounds } from '#domain/kernel/money';
import { formatQuantity } from '#domain/kernel/quantity';
import { vatCodeNames } from '#domain/kernel/vat';
import { found } from '../../platform/http/refusal';
import { findLetterhead } from '../../kernel/company';
import type { Reader } from '../../platform/database/open-database';
import {
  companyHead,
  factList,
  moneyColumn,
  summaryTiles,
  type TableColumn,
  tableOf,
  textColumn,
  unitCostColumn,
  titleBlock,
} from '../../platform/pdf/document-parts';
import { drawPdf } from '../../platform/pdf/draw-pdf';
import { findOrder, type StoredLine } from './stored-order';

/** The order as its supplier gets it. 404 when there is none. */
export async function drawOrderDocument(
  db: Reader,
  id: number,
  now: Date,
): Promise<{ fileName: string; content: Buffer }> {
  const [company, stored] = await Promise.all([findLetterhead(db), findOrder(db, id)]);
  const order = found(stored, 'Purchase order');
  const content = await drawPdf({
    title: `Purchase order ${order.po_number}`,
    author: company.name,
    printedAt: now,
    blocks: [
      companyHead(company),
      titleBlock(
        'Purchase order',
        order.revision > 1 ? `${order.po_number}, revision ${order.revision}` : order.po_number,
      ),
      factList('Order', [
        ['Supplier', order.supplier_name],
        ['Ordered', formatDate(order.order_date)],
        ['Expected delivery', order.expected_delivery_date && formatDate(order.expected_delivery_date)],
        ['Reference', order.reference],
        ['Ordered by', order.creator_name],
        ['Notes', order.notes],
      ]),
      await tableOf('Lines', order.lines, lineColumns, { empty: 'This order has no lines yet.' }),
      summaryTiles([
        ['Net', formatPounds(order.net)],
        ['VAT', formatPounds(order.vat)],
        ['Total', formatPounds(order.total)],
      ]),
    ],
  });
  return { fileName: `${order.po_number}.pdf`, content };
}

const lineColumns: readonly TableColumn<StoredLine>[] = [
  textColumn('Code', line => line.supplier_code ?? line.product?.sku ?? null),
  textColumn('Description', line => line.description),
  textColumn('Quantity', line => `${formatQuantity(line.quantity)} ${line.unit}`),
  unitCostColumn('Price', line => line.unit_price),
  textColumn('Discount', discountWords),
  textColumn('VAT', line => vatCodeNames[line.vat_code]),
  moneyColumn('Net', line => line.net),
];

function discountWords(line: StoredLine): string | null {
  if (line.discount_hundredths !== null) return `${String(line.discount_hundredths / 100)}%`;
  return line.discount_pence === null ? null : formatPounds(line.discount_pence);
}
