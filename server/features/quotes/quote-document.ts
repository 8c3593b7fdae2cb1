import { exportFacts } from '#domain/sales/receipt';
import { formatDate } from '#domain/kernel/dates';
import { formatPounds, sum, toPence } from '#domain/kernel/money';
import { quantityWords } from '#domain/kernel/unit-words';
import type { QuoteDetail, QuoteLine } from '#domain/quotes/quote.contract';
import { discountName } from '#domain/sales/invoice-sums';
import { rateName } from '#domain/sales/receipt';
import { findLogo } from '../../kernel/company';
import type { Reader } from '../../platform/database/open-database';
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
  titleBlock,
} from '../../platform/pdf/document-parts';
import { drawPdf } from '../../platform/pdf/draw-pdf';
import type { PdfSum } from '../../platform/pdf/pdf-document';

/** A quote as an A4 document. It states that it is not a VAT invoice. */
export async function drawQuote(
  db: Reader,
  quote: QuoteDetail,
  now: Date,
): Promise<{ readonly fileName: string; readonly content: Buffer }> {
  const { seller, number } = quote;
  const isRegistered = seller.vat_number !== null;
  const latest = quote.revisions[0]?.revision ?? quote.revision;
  const content = await drawPdf({
    title: `Quote ${number}`,
    author: seller.name,
    printedAt: now,
    blocks: [
      companyHead({
        name: seller.name,
        lines: [...seller.lines, ...(isRegistered ? [`VAT number ${seller.vat_number ?? ''}`] : [])],
        logo: await findLogo(db),
      }),
      titleBlock('Quote', quote.revision === 1 ? number : `${number}, revision ${quote.revision}`),
      factList('Quote', factsOf(quote)),
      await tableOf('Goods and services', quote.lines, lineColumns(isRegistered), {
        empty: 'No lines.',
      }),
      sumsBlock(sumsOf(quote, isRegistered)),
      ...(isRegistered
        ? [
            await tableOf('VAT by rate', quote.by_rate, rateColumns, {
              empty: 'No VAT.',
              totals: ['Total', ...[quote.net, quote.vat, quote.gross].map(amount => formatPounds(amount))],
            }),
          ]
        : []),
      ...(quote.notes ? [textBlock('Notes', quote.notes)] : []),
      textBlock(
        'Please note',
        [
          ...(quote.revision === latest ? [] : [`This revision has been replaced by revision ${latest}.`]),
          `This is a quote, not a VAT invoice. Its prices are valid until ${formatDate(quote.valid_until)}.`,
        ].join(' '),
      ),
    ],
  });
  return { fileName: `${number}.pdf`, content };
}

function factsOf(quote: QuoteDetail): [string, string][] {
  const facts: [string, string | null][] = [
    ['Number', quote.number],
    ['Date', formatDate(quote.quoted_on)],
    ['Valid until', formatDate(quote.valid_until)],
    ['Customer', quote.customer.name],
    ['Address', quote.customer_address],
    ['Customer VAT number', quote.customer_vat_number],
    ['Your reference', quote.customer_reference],
    ['Deliver to', quote.delivery_address],
    ...exportFacts(quote),
    ['Quoted by', quote.quoted_by],
    ['Prices', quote.price_mode === 'inclusive' ? 'Including VAT' : 'Excluding VAT'],
  ];
  return facts.filter((fact): fact is [string, string] => fact[1] !== null && fact[1] !== '');
}

const discountWords = ({ line_discount, discount_reason }: QuoteLine): string | null =>
  line_discount === 0 ? null : `${discount_reason ?? 'Discount'}: −${formatPounds(line_discount)}`;

const lineColumns = (isRegistered: boolean): readonly TableColumn<QuoteLine>[] => [
  textColumn('Code', line => line.product.sku),
  textColumn('Description', line =>
    [line.description, discountWords(line), line.note].filter(part => part !== null).join('\n'),
  ),
  figureColumn('Quantity', line => quantityWords(line.quantity, line.unit)),
  moneyColumn('Unit price', line => line.unit_price),
  ...(isRegistered ? [figureColumn<QuoteLine>('VAT', rateName)] : []),
  moneyColumn('Amount', line => line.amount - line.line_discount),
];

const rateColumns: readonly TableColumn<QuoteDetail['by_rate'][number]>[] = [
  textColumn('Rate', rateName),
  moneyColumn('Net', rate => rate.net),
  moneyColumn('VAT', rate => rate.vat),
  moneyColumn('Gross', rate => rate.gross),
];

/** From the line amounts to the total, printing each step (rule M4). */
function sumsOf(quote: QuoteDetail, isRegistered: boolean): PdfSum[] {
  const { cart_discount, lines } = quote;
  const before = sum(lines.map(line => toPence(line.amount - line.line_discount)));
  return [
    ...(cart_discount === 0
      ? []
      : ([
          ['Subtotal', formatPounds(before)],
          [discountName(quote.discount_reason), formatPounds(0 - cart_discount)],
        ] as const)),
    ...(isRegistered && quote.price_mode === 'exclusive'
      ? ([
          ['Net', formatPounds(quote.net)],
          ['VAT', formatPounds(quote.vat)],
        ] as const)
      : []),
    ['Total', formatPounds(quote.gross), 'bold'],
  ];
}
