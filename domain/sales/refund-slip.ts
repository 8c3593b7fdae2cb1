import { formatDate, formatMoment } from '../kernel/dates';
import { lineAmount } from '../kernel/line-amounts';
import { formatPounds, toPence } from '../kernel/money';
import { quantityAtPrice, quantityWords } from '../kernel/unit-words';
import { buyerOf } from './invoice-kind';
import { type Receipt, rateName, type ReceiptOptions } from './receipt';
import { clearedBy } from './sale-credit-note';
import type { SaleDetail } from './sale.contract';
import { defaultReceipt } from '../settings/receipt-layout.contract';
import { tenderMethodNames } from './tender';

type CreditNote = SaleDetail['credit_notes'][number];

/** The refund slip: a credit note as required by law (rule V21), at till receipt size. */
export function refundSlip(sale: SaleDetail, note: CreditNote, options: ReceiptOptions = {}): Receipt {
  const { layout = defaultReceipt, logo = null, names = tenderMethodNames } = options;
  const isRegistered = sale.seller.vat_number !== null;
  const buyer = buyerOf(sale);
  const facts: [string, string | null][] = [
    ['Number', note.number],
    ['Date', formatDate(note.business_date)],
    ['Time', formatMoment(note.refunded_at)],
    ['Original sale', `${sale.number}, ${formatDate(sale.business_date)}`],
    ['Customer', buyer?.name ?? null],
    ['Address', buyer?.address ?? null],
    ['Reason', note.reason],
    ['Served by', layout.shows_served_by ? note.refunded_by : null],
  ];
  return {
    title: isRegistered ? 'Credit note' : 'Refund',
    isFull: false,
    isCopy: options.copy ?? false,
    isGift: false,
    seller: {
      name: sale.seller.name,
      lines: [...sale.seller.lines, ...(isRegistered ? [`VAT number ${sale.seller.vat_number ?? ''}`] : [])],
    },
    logo: layout.shows_logo ? logo : null,
    header: layout.header,
    facts: facts.filter((fact): fact is [string, string] => fact[1] !== null && fact[1] !== ''),
    lines: note.lines.map(line => creditedLine(line, sale)),
    totals: [
      ...(isRegistered
        ? ([
            ['Net', formatPounds(0 - note.net)],
            ['VAT', formatPounds(0 - note.vat)],
          ] as [string, string][])
        : []),
      ['Total', formatPounds(0 - note.gross)],
    ],
    vat: [],
    payments: [
      ...note.tenders.map(({ method, amount }): [string, string] => [
        `Refunded: ${names[method]}`,
        formatPounds(amount),
      ]),
      ...(clearedBy(note) > 0
        ? ([['Taken off the balance due', formatPounds(clearedBy(note))]] as [string, string][])
        : []),
    ],
    footer: layout.footer,
    code: note.number,
    hasBarcode: layout.shows_barcode,
  };
}

/**
 * A credited line, in the mode of the sale. When less was paid than the price, the difference is shown as a
 * discount, so that the printed figures add up.
 */
function creditedLine(line: CreditNote['lines'][number], sale: SaleDetail): Receipt['lines'][number] {
  const sold = sale.lines.find(({ line_number }) => line_number === line.sale_line_number);
  const credited = sale.price_mode === 'exclusive' ? line.net : line.gross;
  const price = sold?.unit_price ?? toPence(0);
  const off = lineAmount(price, line.quantity) - credited;
  const unit = sold?.unit ?? 'Each';
  const hasPieces = line.quantity > 0;
  return {
    code: sold?.product.sku ?? '',
    description: line.description,
    quantity: hasPieces ? quantityWords(line.quantity, unit) : 'Part refund',
    counted: hasPieces ? quantityAtPrice(line.quantity, unit, price) : 'Part refund',
    unitPrice: formatPounds(hasPieces ? price : toPence(credited)),
    discount: hasPieces && off !== 0 ? `Discount: −${formatPounds(off)}` : null,
    rate: sale.seller.vat_number !== null && sold ? rateName(sold) : '',
    amount: formatPounds(0 - credited),
    net: formatPounds(0 - line.net),
    note: null,
  };
}
