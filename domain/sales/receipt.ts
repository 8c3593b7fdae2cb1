import { countryName } from '../countries/country';
import { exportWording, isExport, isZeroRatedExport } from '../countries/vat-by-country';
import { formatDate, formatMoment, londonDate } from '../kernel/dates';
import { formatPounds, sum, toPence } from '../kernel/money';
import { formatPercent } from '../kernel/percent';
import { quantityAtPrice, quantityWords } from '../kernel/unit-words';
import { vatCodeNames } from '../kernel/vat';
import { type ReceiptLayout, defaultReceipt } from '../settings/receipt-layout.contract';
import { needsBuyer, buyerOf, invoiceKind, invoiceTitles } from './invoice-kind';
import { discountName } from './invoice-sums';
import type { SaleDetail } from './sale.contract';
import { type TenderMethod, tenderMethodNames } from './tender';
import { isUnsent } from './unsent-sale';

/** Options of a receipt. A copy is marked as one, and a gift receipt has no prices. */
export type ReceiptOptions = {
  readonly copy?: boolean;
  readonly gift?: boolean;
  readonly layout?: ReceiptLayout;
  /** The content address of the logo. */
  readonly logo?: string | null;
  /** The company's names for payment methods. */
  readonly names?: Readonly<Record<TenderMethod, string>>;
};

export type ReceiptLine = {
  readonly code: string;
  readonly description: string;
  readonly quantity: string;
  /** The quantity at its unit price: "0.335 kg @ £12.95/kg". On a gift receipt the quantity only. */
  readonly counted: string;
  readonly unitPrice: string;
  /** The discount with its reason, kept on one line; null when there is none. */
  readonly discount: string | null;
  readonly rate: string;
  /** In the mode of the sale, after the line discount; blank on a gift receipt, as all money is. */
  readonly amount: string;
  readonly net: string;
  readonly note: string | null;
};

/** A receipt or invoice as data. The till prints it at 80 mm, the server as A4. */
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
  /** The barcode that finds the sale. */
  readonly code: string;
  /** Whether the barcode is printed. */
  readonly hasBarcode: boolean;
};

/** The document of a sale, titled by its kind: full invoice, simplified invoice or receipt. */
export function receiptOf(sale: SaleDetail, options: ReceiptOptions = {}): Receipt {
  const kind = invoiceKind(sale);
  const isFull = kind === 'full';
  const isGift = options.gift ?? false;
  const isRegistered = sale.seller.vat_number !== null;
  const { layout = defaultReceipt, logo = null, names = tenderMethodNames } = options;
  return {
    title: isGift ? 'Gift receipt' : invoiceTitles[isRegistered ? 'registered' : 'unregistered'][kind],
    isFull: isFull && !isGift,
    isCopy: options.copy ?? false,
    isGift,
    seller: {
      name: sale.seller.name,
      lines: [...sale.seller.lines, ...(isRegistered ? [`VAT number ${sale.seller.vat_number ?? ''}`] : [])],
    },
    logo: layout.shows_logo ? logo : null,
    header: layout.header,
    facts: factsOf(sale, { isGift, namesServer: layout.shows_served_by }),
    lines: sale.lines.map(line => (isGift ? giftLine(line) : lineOf(line, sale))),
    totals: isGift ? [] : totalsOf(sale, isRegistered),
    vat: isGift || !isRegistered ? [] : ratesOf(sale),
    payments: isGift ? [] : paymentsOf(sale, names),
    footer: layout.footer,
    // The printed number, which always finds the sale (finding F25).
    code: sale.receipt_number ?? sale.number,
    hasBarcode: layout.shows_barcode,
  };
}

/** For a delivery abroad, the country and the reason if there is no VAT (rules V19, V28); nothing for UK deliveries. */
export const exportFacts = (
  document: Pick<SaleDetail, 'delivery_country' | 'seller' | 'by_rate'>,
): [string, string][] =>
  isExport(document.delivery_country)
    ? [
        ['Country of delivery', countryName(document.delivery_country)],
        ...(document.seller.vat_number !== null && isZeroRatedExport(document)
          ? [['VAT treatment', exportWording] as [string, string]]
          : []),
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
    ['Time of supply', timeOfSupply(sale)],
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
    // Above £250 a receipt is not valid for reclaiming VAT (rule V20).
    ['For VAT', !isGift && needsBuyer(sale) ? 'Ask for an invoice with your name and address' : null],
  ];
  return facts.filter((fact): fact is [string, string] => fact[1] !== null && fact[1] !== '');
}

/**
 * A supply is dated by its tax point (rules V10, V19). The moment of the sale is shown only if it was on that day: a
 * backdated sale was entered later, and imported sales have no time.
 */
const timeOfSupply = ({ channel, sold_at, tax_point }: SaleDetail): string =>
  channel !== 'import' && londonDate(new Date(sold_at)) === tax_point
    ? formatMoment(sold_at)
    : formatDate(tax_point);

/** The document number (V22) and the till's receipt number, which is the only one until the sale is sent. */
function numbersOf(sale: SaleDetail): [string, string | null][] {
  const { number, receipt_number } = sale;
  if (isUnsent(sale) && receipt_number !== null) return [['Receipt', receipt_number]];
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

/** The line for the recipient of a gift: what it is and how much of it. */
const giftLine = (line: SaleDetail['lines'][number]): ReceiptLine => {
  const quantity = quantityWords(line.quantity, line.unit);
  return {
    code: line.product.sku,
    description: line.description,
    quantity,
    counted: quantity,
    unitPrice: '',
    discount: null,
    rate: '',
    amount: '',
    net: '',
    note: line.note,
  };
};

/** Zero-rated and exempt lines are distinguished (rule V19). */
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
