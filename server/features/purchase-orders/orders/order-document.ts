import { formatDate } from '#domain/kernel/dates';
import { formatPounds } from '#domain/kernel/money';
import { quantityWords } from '#domain/kernel/unit-words';
import { vatCodeNames } from '#domain/kernel/vat';
import { effectiveQuantity, orderLineAmounts } from '#domain/purchase-orders/purchase-order.totals';
import { ensureFound } from '../../../platform/http/refusal';
import { type CompanyFacts, companySetting, findLetterhead } from '../../../kernel/company';
import { findSetting } from '../../../kernel/settings';
import type { Reader } from '../../../platform/database/open-database';
import {
  companyHead,
  factList,
  figureColumn,
  moneyColumn,
  sumsBlock,
  type TableColumn,
  tableOf,
  textBlock,
  textColumn,
  unitCostColumn,
  titleBlock,
} from '../../../platform/pdf/document-parts';
import { drawPdf } from '../../../platform/pdf/draw-pdf';
import { findOrder, type StoredLine, type StoredOrder, termsOf } from './stored-order';

/** The order as printed for its supplier. 404 when there is none. */
export async function drawOrderDocument(
  db: Reader,
  id: number,
  now: Date,
): Promise<{ fileName: string; content: Buffer }> {
  const [company, firm, stored] = await Promise.all([
    findLetterhead(db),
    findSetting(db, companySetting),
    findOrder(db, id),
  ]);
  const order = ensureFound(stored, 'Purchase order');
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
      factList('', [
        ['To', addressOf(order)],
        ['Deliver to', deliveryOf(company.name, firm.value)],
      ]),
      factList('Order', orderFacts(order, firm.value)),
      await tableOf('Lines', order.lines, lineColumns(order), { empty: 'This order has no lines yet.' }),
      sumsBlock([
        ['Net', formatPounds(order.net)],
        ['VAT', formatPounds(order.vat)],
        ['Total', formatPounds(order.total), 'bold'],
      ]),
      ...(order.notes ? [textBlock('Notes', order.notes)] : []),
    ],
  });
  return { fileName: `${order.po_number}.pdf`, content };
}

const written = (parts: readonly (string | null)[]): string =>
  parts.filter(part => part !== null && part !== '').join('\n');

const addressOf = ({ supplier_name, supplier_contact, supplier_address }: StoredOrder): string =>
  written([supplier_name, supplier_contact, supplier_address]);

const deliveryOf = (name: string, { address, delivery_address }: CompanyFacts): string =>
  written([name, delivery_address ?? address]);

const orderFacts = (order: StoredOrder, { phone }: CompanyFacts): [string, string | null][] => {
  const facts: [string, string | null][] = [
    ['Number', order.po_number],
    ['Ordered', formatDate(order.order_date)],
    ['Expected delivery', order.expected_delivery_date && formatDate(order.expected_delivery_date)],
    ['Payment terms', termsWords(order.terms_days)],
    ['Your reference', order.reference],
    ['Ordered by', order.creator_name],
    ['Contact', written([order.creator_email, phone])],
  ];
  return facts.filter(([, value]) => value !== null && value !== '');
};

const termsWords = (days: number): string =>
  days === 0 ? 'Due on the invoice date' : `${days} ${days === 1 ? 'day' : 'days'} from the invoice date`;

/** The supplier picks by their own code, so it comes first; our code is used where they have none. */
const lineColumns = ({ lines }: StoredOrder): readonly TableColumn<StoredLine>[] => [
  ...(lines.some(({ supplier_code }) => supplier_code !== null)
    ? [textColumn<StoredLine>('Your code', line => line.supplier_code)]
    : []),
  textColumn('Our code', line => line.product?.sku ?? null),
  textColumn('Description', line => line.description),
  figureColumn('Quantity', line => quantityWords(effectiveQuantity(line), line.unit)),
  unitCostColumn('Price', line => line.unit_price),
  ...(lines.some(line => discountWords(line) !== null)
    ? [figureColumn<StoredLine>('Discount', discountWords)]
    : []),
  textColumn('VAT', line => vatCodeNames[line.vat_code]),
  moneyColumn('Net', line => line.net),
];

/** As a percentage, or what the printed quantity takes of an amount: the line adds up as printed (finding F29). */
function discountWords(line: StoredLine): string | null {
  if (line.discount_hundredths !== null) return `${String(line.discount_hundredths / 100)}%`;
  return line.discount_pence === null
    ? null
    : formatPounds(orderLineAmounts(termsOf(line), effectiveQuantity(line)).discount);
}
