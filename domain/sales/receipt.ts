import { countryName } from '../countries/country';
import { exportWording, isExport } from '../countries/vat-by-country';
import { formatDate, formatMoment } from '../kernel/dates';
import { formatPounds, sum, toPence } from '../kernel/money';
import { formatPercent } from '../kernel/percent';
import { quantityAtPrice, quantityWords } from '../kernel/unit-words';
import { vatCodeNames } from '../kernel/vat';
import { type ReceiptLayout, usualReceipt } from '../settings/receipt-layout.contract';
import { asksForBuyer, buyerOf, invoiceKind, invoiceTitles } from './invoice-kind';
import { discountName } from './invoice-sums';
import type { SaleDetail } from './sale.contract';
import { type TenderMethod, tenderMethodNames } from './tender';

/** How a receipt is wanted. A copy says so; a gift receipt says nothing of prices. */
export type ReceiptWanted = {
  readonly copy?: boolean;
  readonly gift?: boolean;
  readonly layout?: ReceiptLayout;
  /** The address of the logo's bytes. */
  readonly logo?: string | null;
  /** What the firm calls ways to pay. */
  readonly names?: Readonly<Record<TenderMethod, string>>;
};

export type ReceiptLine = {
  readonly code: string;
  readonly description: string;
  readonly quantity: string;
  /** The quantity at its unit price: "0.335 kg @ £12.95/kg". */
  readonly counted: string;
  readonly unitPrice: string;
  /** What was taken off, with its reason, which it does not break from; null when nothing was. */
  readonly discount: string | null;
  readonly rate: string;
  /** In the mode of the sale, after the line's own discount. */
  readonly amount: string;
  readonly net: string;
  readonly note: string | null;
};

/** A receipt or an invoice as data: the till prints it on 80 mm, the server draws it on A4. */
export type Receipt = {
  readonly title: string;
  readonly isFull: boolean;
  readonly isCopy: boolean;
  readonly isGift: boolean;
  readonly logo: string | null;
  readonly seller: { readonly name: string; readonly lines: readonly string[] };
  readonly header: string | null;
  readonly facts: readonly (readonly [label: string, value: string])[];
  readonly lines: readonly ReceiptLine[];
  readonly totals: readonly (readonly [label: string, value: string])[];
  readonly vat: readonly { rate: string; net: string; vat: string; gross: string }[];
  readonly payments: readonly (readonly [label: string, value: string])[];
  readonly footer: string | null;
  /** What a scanner reads to find the sale. */
  readonly code: string;
  /** Whether it is drawn as bars, too. */
  readonly hasBarcode: boolean;
};

/** What stands on the paper of a sale, which is called what it is: a full invoice, a simplified one, or a receipt. */
export function receiptOf(sale: SaleDetail, wanted: ReceiptWanted = {}): Receipt {
  const kind = invoiceKind(sale);
  const isFull = kind === 'full';
  const isGift = wanted.gift ?? false;
  const isRegistered = sale.seller.vat_number !== null;
  const { layout = usualReceipt, logo = null, names = tenderMethodNames } = wanted;
  return {
    title: isGift ? 'Gift receipt' : invoiceTitles[isRegistered ? 'registered' : 'unregistered'][kind],
    isFull: isFull && !isGift,
    isCopy: wanted.copy ?? false,
    isGift,
    seller: {
      name: sale.seller.name,
      lines: [...sale.seller.lines, ...(isRegistered ? [`VAT number ${sale.seller.vat_number ?? ''}`] : [])],
    },
    logo: layout.shows_logo ? logo : null,
    header: layout.header,
    facts: factsOf(sale, { isGift, namesServer: layout.shows_served_by }),
    lines: sale.lines.map(line => lineOf(line, sale)),
    totals: isGift ? [] : totalsOf(sale, isRegistered),
    vat: isGift || !isRegistered ? [] : ratesOf(sale),
    payments: isGift ? [] : paymentsOf(sale, names),
    footer: layout.footer,
    // The number on the paper: it finds the sale for ever (finding F25).
    code: sale.receipt_number ?? sale.number,
    hasBarcode: layout.shows_barcode,
  };
}

/** Of an export the country, and why it bears no VAT (rules V19, V28). Nothing of a delivery at home. */
export const exportFacts = ({
  delivery_country,
  seller,
}: Pick<SaleDetail, 'delivery_country' | 'seller'>): [string, string][] =>
  isExport(delivery_country)
    ? [
        ['Country of delivery', countryName(delivery_country)],
        ...(seller.vat_number === null ? [] : [['VAT treatment', exportWording] as [string, string]]),
      ]
    : [];

function factsOf(
  sale: SaleDetail,
  { isGift, namesServer }: { isGift: boolean; namesServer: boolean },
): [string, string][] {
  const buyer = buyerOf(sale);
  const facts: [string, string | null][] = [
    ...numbersOf(sale),
    ['Date', formatDate(sale.business_date)],
    // A supply is dated by its tax point (rule V10); what came from elsewhere has no hour.
    ['Time of supply', sale.channel === 'import' ? formatDate(sale.tax_point) : formatMoment(sale.sold_at)],
    ['Customer', isGift ? null : (buyer?.name ?? null)],
    ['Address', isGift ? null : (buyer?.address ?? null)],
    ['Customer VAT number', isGift ? null : sale.customer_vat_number],
    ['Your reference', sale.customer_reference],
    ['Deliver to', isGift ? null : sale.delivery_address],
    ...exportFacts(sale),
    ['Due', sale.outstanding > 0 && !isGift ? formatDate(sale.due_on) : null],
    ['Till', sale.register?.name ?? null],
    ['Served by', namesServer ? sale.sold_by : null],
    ['Replaces', sale.replaces?.number ?? null],
    // Above £250 this is no document to reclaim VAT by (rule V20).
    ['For VAT', !isGift && asksForBuyer(sale) ? 'Ask for an invoice with your name and address' : null],
  ];
  return facts.filter((fact): fact is [string, string] => fact[1] !== null && fact[1] !== '');
}

/** The document's number (V22), and that of the till's own series, which is all there is before the sale is sent. */
function numbersOf({ id, number, receipt_number }: SaleDetail): [string, string | null][] {
  if (id === 0 && receipt_number !== null) return [['Receipt', receipt_number]];
  return [
    ['Number', number],
    ['Receipt', receipt_number],
  ];
}

const lineOf = (line: SaleDetail['lines'][number], sale: SaleDetail): ReceiptLine => ({
  code: line.product.sku,
  description: line.description,
  quantity: quantityWords(line.quantity, line.unit),
  counted: quantityAtPrice(line.quantity, line.unit, line.unit_price),
  unitPrice: formatPounds(line.unit_price),
  discount:
    line.line_discount === 0
      ? null
      : `${line.discount_reason ?? 'Discount'}:\u00a0−${formatPounds(line.line_discount)}`,
  rate: sale.seller.vat_number === null ? '' : rateName(line),
  amount: formatPounds(line.amount - line.line_discount),
  net: formatPounds(line.net),
  note: line.note,
});

/** Zero-rated and exempt lines are told apart from one another (rule V19). */
export const rateName = ({
  vat_code,
  vat_percent,
}: Pick<SaleDetail['lines'][number], 'vat_code' | 'vat_percent'>) =>
  vat_code === 'S' || vat_code === 'R' ? formatPercent(vat_percent) : vatCodeNames[vat_code];

function totalsOf(sale: SaleDetail, isRegistered: boolean): [string, string][] {
  const before = sum(sale.lines.map(line => toPence(line.amount - line.line_discount)));
  const discount: [string, string][] =
    sale.cart_discount === 0
      ? []
      : [
          ['Subtotal', formatPounds(before)],
          [discountName(sale.discount_reason), formatPounds(0 - sale.cart_discount)],
        ];
  const parts: [string, string][] = isRegistered
    ? [
        ['Net', formatPounds(sale.net)],
        ['VAT', formatPounds(sale.vat)],
      ]
    : [];
  return [...discount, ...parts, ['Total', formatPounds(sale.gross)]];
}

const ratesOf = (sale: SaleDetail) =>
  sale.by_rate.map(rate => ({
    rate: rateName(rate),
    net: formatPounds(rate.net),
    vat: formatPounds(rate.vat),
    gross: formatPounds(rate.gross),
  }));

function paymentsOf(sale: SaleDetail, names: Readonly<Record<TenderMethod, string>>): [string, string][] {
  const tenders = sale.tenders.map(({ method, tendered, reference }): [string, string] => [
    reference === null ? names[method] : `${names[method]} ${reference}`,
    formatPounds(tendered),
  ]);
  return [
    ...tenders,
    ...(sale.change > 0 ? [['Change', formatPounds(sale.change)] as [string, string]] : []),
    ...(sale.on_account > 0 ? [['On account', formatPounds(sale.on_account)] as [string, string]] : []),
    ...(sale.outstanding > 0
      ? [[`Due by ${formatDate(sale.due_on)}`, formatPounds(sale.outstanding)] as [string, string]]
      : []),
  ];
}
