import { homeCountry } from '#domain/countries/country';
import { vatByCountry } from '#domain/countries/vat-by-country';
import { addDays, londonDate } from '#domain/kernel/dates';
import type { Discount } from '#domain/kernel/line-amounts';
import { type Pence, poundsFromPence, sum, toPence } from '#domain/kernel/money';
import { formatPercent } from '#domain/kernel/percent';
import { noQuantity } from '#domain/kernel/quantity';
import type { VatCode } from '#domain/kernel/vat';
import type { CatalogueHead } from '#domain/pos/pos.contract';
import type { CalculatedSale } from '#domain/sales/calculate-sale';
import type { SaleDetail } from '#domain/sales/sale.contract';
import type { AppliedTender } from '#domain/sales/tender';
import { unsentId } from '#domain/sales/unsent-sale';
import type { Basket } from './basket';
import type { EnteredTender } from './pay';

type PaidBasket = {
  readonly basket: Basket;
  /** The device's own receipt number; null before it has a series. */
  readonly receiptNumber?: string | null;
  readonly sale: CalculatedSale;
  readonly channel: 'till' | 'desk';
  readonly entered: readonly EnteredTender[];
  readonly tenders: readonly AppliedTender[];
  readonly change: Pence;
  readonly soldAt: Date;
  readonly soldBy: string;
  readonly seller: CatalogueHead['seller'];
  readonly vatCodeOf: (productId: number) => VatCode;
};

const no = { allowed: false };
const nothing = toPence(0);

/** Fields only the server knows. */
const unknownYet = {
  replaces: null,
  replaced_by: null,
  quote: null,
  sent_by: null,
  till_time: null,
  exceptions: [],
};

/**
 * The document of an unsent sale, as the server will create it, so that receipts and lists show both alike.
 * Until then its number is the till's own reference.
 */
export function unsentDocument(paid: PaidBasket): SaleDetail {
  const { basket, sale, soldAt } = paid;
  const date = londonDate(soldAt);
  const owed = paid.tenders.filter(({ method }) => method === 'account');
  const onAccount = sum(owed.map(({ applied }) => applied));
  const lines = sale.lines.map((line, index) => lineOf(line, index, paid));
  return {
    id: unsentId,
    number: paid.receiptNumber ?? `Till ${basket.clientId.slice(0, 8).toUpperCase()}`,
    version: 1,
    business_date: date,
    // What is paid at once is due at once.
    due_on: addDays(date, onAccount > 0 ? (basket.customer?.termsDays ?? 0) : 0),
    channel: paid.channel,
    status: 'completed',
    payment_state: onAccount > 0 ? 'unpaid' : 'paid',
    customer: {
      id: basket.customer?.id ?? unsentId,
      name: basket.customer?.name ?? 'Walk-in customer',
      is_walk_in: basket.customer === null,
    },
    net: sale.net,
    vat: sale.vat,
    gross: sale.gross,
    refunded: nothing,
    outstanding: onAccount,
    sold_by: paid.soldBy,
    sold_at: soldAt,
    client_id: basket.clientId,
    price_mode: basket.mode,
    tax_point: date,
    customer_address: null,
    customer_vat_number: null,
    customer_email: null,
    seller: paid.seller,
    register: null,
    line_discounts: sale.lineDiscounts,
    cart_discount: sale.basketDiscount,
    discount_reason: basket.discountReason || null,
    on_account: onAccount,
    change: paid.change,
    customer_reference: basket.customerReference || null,
    delivery_address: basket.deliveryAddress || null,
    delivery_country: basket.deliveryCountry ?? homeCountry,
    notes: basket.notes || null,
    ...unknownYet,
    was_offline: true,
    receipt_number: paid.receiptNumber ?? null,
    recorded_at: soldAt,
    journal_id: null,
    lines,
    tenders: tendersOf(paid),
    by_rate: byRateOf(lines),
    credit_notes: [],
    export_evidence: [],
    invoice_to: null,
    receipts: [],
    can: { refund: no, cancel: no, edit: no, pay: no },
  };
}

const tendersOf = ({ tenders, entered }: PaidBasket): SaleDetail['tenders'] =>
  tenders.flatMap(({ method, tendered, applied }, index) =>
    method === 'account'
      ? []
      : [
          {
            method,
            tendered,
            applied,
            refundable: nothing,
            from_wallet: nothing,
            reference: entered[index]?.reference || null,
          },
        ],
  );

function lineOf(
  line: CalculatedSale['lines'][number],
  index: number,
  { basket, vatCodeOf, seller }: PaidBasket,
): SaleDetail['lines'][number] {
  const written = basket.lines[index];
  // Sales of a company that is not registered are outside the scope of VAT (rule V2).
  const isRegistered = seller.vat_number !== null;
  const atHome = { vatCode: isRegistered ? vatCodeOf(line.productId) : ('O' as const), rate: line.rate };
  const { vatCode } = vatByCountry(atHome, basket.deliveryCountry ?? homeCountry);
  return {
    line_number: index + 1,
    product: { id: line.productId, sku: written?.sku ?? '' },
    description: written?.name ?? '',
    unit: written?.unit ?? '',
    quantity: line.quantity,
    list_price: line.listPrice,
    unit_price: line.unitPrice,
    price_reason: written?.priceReason || null,
    amount: line.amount,
    line_discount: line.lineDiscount,
    discount_reason:
      written?.discountReason || line.promotions.map(({ reason }) => reason).join('; ') || null,
    cart_discount: line.basketDiscount,
    vat_code: vatCode,
    vat_percent: line.rate,
    net: line.net,
    vat: line.vat,
    gross: line.gross,
    note: written?.note || null,
    refundable_quantity: noQuantity,
    refundable: nothing,
  };
}

function byRateOf(lines: SaleDetail['lines']): SaleDetail['by_rate'] {
  const keyOf = ({ vat_code, vat_percent }: SaleDetail['lines'][number]) => `${vat_code} ${vat_percent}`;
  const keys = [...new Set(lines.map(keyOf))].sort();
  return keys.flatMap(key => {
    const sameRate = lines.filter(line => keyOf(line) === key);
    const [first] = sameRate;
    if (!first) return [];
    const { vat_code, vat_percent } = first;
    return {
      vat_code,
      vat_percent,
      net: sum(sameRate.map(({ net }) => net)),
      vat: sum(sameRate.map(({ vat }) => vat)),
      gross: sum(sameRate.map(({ gross }) => gross)),
    };
  });
}

/** "10% off", "£1.50 off". */
export const discountWords = (discount: Discount): string =>
  discount.kind === 'percent'
    ? `${formatPercent(discount.hundredths)} off`
    : `£${poundsFromPence(discount.pence)} off`;
