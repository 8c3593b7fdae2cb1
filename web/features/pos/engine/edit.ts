import type { TillCustomer } from '#domain/pos/pos.contract';
import { sum, toPence } from '#domain/kernel/money';
import { wholeUnits } from '#domain/kernel/quantity';
import { prorate } from '#domain/kernel/prorate';
import type { QuoteDetail } from '#domain/quotes/quote.contract';
import { remainingOfLine } from '#domain/sales/remaining-of-line';
import type { SaleDetail } from '#domain/sales/sale.contract';
import { refundableSaleOf } from '#domain/sales/refund-options';
import type { CatalogueEntry } from './catalogue';
import { type Basket, type BasketLine, emptyBasket, type OpenedQuote } from './basket';

type Document = SaleDetail | QuoteDetail;
type DocumentLine = Document['lines'][number];

/** The part of a line that stays as on the document. The rest is priced again. */
type AgreedParts = (line: DocumentLine) => { readonly price: boolean; readonly discount: boolean };
const everything: AgreedParts = () => ({ price: true, discount: true });

/**
 * A completed sale as a basket for editing, with every price and discount as charged, whatever the price list
 * says today. It becomes a new sale with a new number (rule L7).
 */
export const basketOfSale = (
  sale: SaleDetail,
  clientId: string,
  customer: TillCustomer | undefined,
): Basket => ({
  ...basketOf(remainingSale(sale), clientId, everything),
  ...deliveryOf(sale, customer),
  customer: sale.customer.is_walk_in ? null : customerOf(sale, customer),
  replacing: {
    saleId: sale.id,
    number: sale.number,
    version: sale.version,
    customerId: sale.customer.id,
    // An amount still due on account moves with the old sale. Payments count towards the new one.
    paid: toPence(sale.gross - sale.refunded - Math.max(0, sale.outstanding)),
    paidSale: refundableSaleOf(sale),
    reason: '',
  },
});

/** What changes of a completed sale: refunds, and payments of what was due on it. */
export const stateOfSale = ({ refunded, outstanding, credit_notes }: SaleDetail): string =>
  `${refunded} ${outstanding} ${credit_notes.length}`;

/** The sale without its refunded items, which can no longer be changed. */
function remainingSale(sale: SaleDetail): SaleDetail {
  if (sale.refunded === 0) return sale;
  const lines = sale.lines
    .filter(line => line.refundable_quantity > 0)
    .map(line => {
      const vat = line.gross === 0 ? toPence(0) : prorate(line.vat, line.refundable, line.gross);
      const amount = sale.price_mode === 'inclusive' ? line.refundable : toPence(line.refundable - vat);
      const remaining = remainingOfLine({
        quantity: line.quantity,
        unitPrice: line.unit_price,
        basketDiscount: line.cart_discount,
        remaining: { quantity: line.refundable_quantity, amount },
      });
      return {
        ...line,
        quantity: remaining.quantity,
        amount: remaining.amount,
        line_discount: remaining.lineDiscount,
        cart_discount: remaining.basketDiscount,
      };
    });
  return { ...sale, lines, cart_discount: sum(lines.map(line => line.cart_discount)) };
}

/**
 * A quote as a basket: exactly as quoted to invoice it. A revision keeps manual overrides and prices
 * everything else at today's prices.
 */
export const basketOfQuote = (
  quote: QuoteDetail,
  clientId: string,
  { use, customer }: { readonly use: OpenedQuote['use']; readonly customer: TillCustomer | undefined },
): Basket => ({
  ...basketOf(quote, clientId, use === 'invoice' ? everything : typedParts(quote)),
  ...deliveryOf(quote, customer),
  customer: customerOf(quote, customer),
  quote: { id: quote.id, number: quote.number, version: quote.version, revision: quote.revision, use },
});

const typedParts = ({ lines }: QuoteDetail): AgreedParts => {
  const typed = new Map(lines.map(line => [line.line_number, line]));
  return ({ line_number }) => ({
    price: typed.get(line_number)?.has_typed_price ?? false,
    discount: typed.get(line_number)?.has_typed_discount ?? false,
  });
};

const basketOf = (document: Document, clientId: string, agreed: AgreedParts): Basket => ({
  ...emptyBasket(clientId),
  lines: document.lines.map((line, index) => lineOf(line, index, { number: document.number, agreed })),
  nextKey: document.lines.length + 1,
  mode: document.price_mode,
  discount: document.cart_discount > 0 ? { kind: 'amount', pence: document.cart_discount } : null,
  discountReason:
    document.cart_discount > 0 ? (document.discount_reason ?? `As charged on ${document.number}`) : '',
  customerReference: document.customer_reference ?? '',
  notes: document.notes ?? '',
});

function lineOf(
  line: DocumentLine,
  index: number,
  { number, agreed }: { number: string; agreed: AgreedParts },
): BasketLine {
  const stays = agreed(line);
  const isDiscounted = stays.discount && line.line_discount > 0;
  return {
    key: index + 1,
    productId: line.product.id,
    sku: line.product.sku,
    name: line.description,
    unit: line.unit,
    quantity: line.quantity,
    factor: wholeUnits(1),
    unitPrice: stays.price ? line.unit_price : null,
    priceReason: stays.price ? (line.price_reason ?? `As charged on ${number}`) : '',
    discount: isDiscounted ? { kind: 'amount', pence: line.line_discount } : null,
    discountReason: isDiscounted ? (line.discount_reason ?? `As charged on ${number}`) : '',
    note: line.note ?? '',
  };
}

/** The customer's own address does not stay with another customer; any other was typed. */
const deliveryOf = (
  { delivery_address, delivery_country }: Document,
  customer: TillCustomer | undefined,
): Pick<Basket, 'deliveryAddress' | 'deliveryCountry' | 'isCustomersAddress'> => ({
  deliveryAddress: delivery_address ?? '',
  deliveryCountry: delivery_country,
  ...(delivery_address !== null && delivery_address === customer?.delivery_address
    ? { isCustomersAddress: true }
    : {}),
});

/** The products of a document as sold, with their VAT code of today, for those that have left the catalogue since. */
export const productsOf = (document: Document): CatalogueEntry[] =>
  document.lines.map(line => ({
    product: {
      id: line.product.id,
      sku: line.product.sku,
      name: line.description,
      unit: line.unit,
      categoryId: null,
      vatCode: line.product.vat_code ?? line.vat_code,
      price: line.list_price,
      includesVat: document.price_mode === 'inclusive',
    },
    groupPrices: [],
    breaks: [],
  }));

/** The customer as stored on this device, or only the name. */
const customerOf = ({ customer }: Document, existing: TillCustomer | undefined) => ({
  id: customer.id,
  name: customer.name,
  number: existing?.number ?? '',
  priceGroupId: existing?.price_group_id ?? null,
  hasCredit: existing?.has_credit ?? false,
  termsDays: existing?.payment_terms_days,
});
