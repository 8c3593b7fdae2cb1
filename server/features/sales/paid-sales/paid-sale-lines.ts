import { allocate } from '#domain/kernel/line-amounts';
import { type CountryCode, countryName, homeCountry } from '#domain/countries/country';
import { vatByCountry } from '#domain/countries/vat-by-country';
import { formatDate, type CalendarDate } from '#domain/kernel/dates';
import { formatPounds, maxPence, type Pence, sum, toPence } from '#domain/kernel/money';
import { formatPercent } from '#domain/kernel/percent';
import { timesFactor } from '#domain/kernel/quantity';
import { splitLine, type VatRate } from '#domain/kernel/vat';
import {
  canCalculate,
  type CalculatedSale,
  calculateSale,
  type SaleToCalculate,
} from '#domain/sales/calculate-sale';
import type { PaidSaleWrite } from '#domain/sales/sale.contract';
import type { WriteContext } from '../../../platform/http/context';
import { invalid } from '../../../platform/http/refusal';
import { loadPriceRules } from '../../prices';
import { basketDiscountOf } from '../price-sale-basket';
import type { Buyer } from '../sale-customer';
import type { Deviation } from './sale-exceptions';
import type { SaleProduct } from '../sale-products';
import type { LineToPost } from '../sale-to-post';

type Charged = NonNullable<PaidSaleWrite['charged']>[number];

/** Goods of a till leave over the counter; those of the desk go where the sale says, or to the customer (rule V28). */
export const countryOfPaidSale = (
  { channel, delivery_country }: PaidSaleWrite,
  defaultCountry: CountryCode,
): CountryCode => (channel === 'till' ? homeCountry : (delivery_country ?? defaultCountry));

type PricedSale = {
  readonly input: SaleToCalculate;
  readonly calculated: CalculatedSale;
  /** An export at prices including VAT, which a live sale is refused for. */
  readonly isExportWithVat: boolean;
};

type Pricing = {
  readonly buyer: Buyer;
  readonly date: CalendarDate;
  readonly deliveryCountry: CountryCode;
};

/** The list price total of the sale on its date; null when a line is no longer known. */
export async function priceByList(
  ctx: WriteContext,
  body: PaidSaleWrite,
  { buyer, date, deliveryCountry }: Pricing,
): Promise<PricedSale | null> {
  const ids = body.lines.map(line => line.product_id);
  const rules =
    (await loadPriceRules(ctx.tx, ids, buyer.price_group_id, date)) ??
    (await loadPriceRules(ctx.tx, ids, null, date));
  if (!rules) return null;
  const atHome = {
    mode: body.price_mode,
    entries: body.lines,
    discount: basketDiscountOf(body),
    rules,
    date,
  };
  const input = { ...atHome, deliveryCountry };
  if (canCalculate(input).allowed) return { input, calculated: calculateSale(input), isExportWithVat: false };
  return canCalculate(atHome).allowed
    ? { input: atHome, calculated: calculateSale(atHome), isExportWithVat: true }
    : null;
}

/**
 * The charge per line, as on the receipt. If only the total was sent, it is shared by list price. Refuses
 * figures that do not add up.
 */
export function chargedLines(body: PaidSaleWrite, listed: CalculatedSale | null): readonly Charged[] {
  if (body.charged) {
    ensureAddsUp(body, body.charged);
    return body.charged;
  }
  if (!listed) throw invalid({ lines: 'The amount charged for each line is missing.' });
  const byPrice = listed.lines.map(({ gross }) => gross);
  // Goods that are £0.00 on the price list share what was paid by quantity.
  const shares = allocate(
    body.expected_total,
    sum(byPrice) > 0 ? byPrice : listed.lines.map(({ quantity }) => quantity),
  );
  return listed.lines.map((line, index) => {
    const shown = { list_price: line.listPrice, unit_price: line.unitPrice, discount_reason: null };
    const { amount, net, vat, gross, rate } = line;
    const shownVat = { vat_code: 'S' as const, vat_percent: rate };
    if (listed.gross === body.expected_total)
      return {
        ...shown,
        ...shownVat,
        amount,
        line_discount: line.lineDiscount,
        cart_discount: line.basketDiscount,
        net,
        vat,
        gross,
      };
    const split = splitLine(shares[index] ?? toPence(0), 'inclusive', rate);
    const charged = body.price_mode === 'inclusive' ? split.gross : split.net;
    return {
      ...shown,
      ...shownVat,
      unit_price: toPence(Math.round((charged * 1000) / line.quantity)),
      amount: charged,
      line_discount: toPence(0),
      cart_discount: toPence(0),
      ...split,
    };
  });
}

function ensureAddsUp({ price_mode, expected_total }: PaidSaleWrite, lines: readonly Charged[]): void {
  for (const [index, line] of lines.entries()) {
    const { amount, line_discount, cart_discount, net, vat, gross } = line;
    const remaining = amount - line_discount - cart_discount;
    const isWhole = [
      line.unit_price,
      line.list_price,
      line_discount,
      cart_discount,
      net,
      vat,
      remaining,
    ].every(part => part >= 0);
    if (!isWhole || net + vat !== gross || remaining !== (price_mode === 'inclusive' ? gross : net))
      throw invalid({ [`charged.${index}.gross`]: `Line ${index + 1} of the receipt does not add up.` });
  }
  if (sum(lines.map(({ amount }) => amount)) > maxPence)
    throw invalid({ charged: `A sale cannot be more than ${formatPounds(maxPence)} before discounts.` });
  const total = sum(lines.map(({ gross }) => gross));
  if (total !== expected_total)
    throw invalid({
      expected_total: `The lines add up to ${formatPounds(total)}, but the receipt total is ${formatPounds(expected_total)}.`,
    });
}

type SaleContext = {
  readonly listed: CalculatedSale | null;
  readonly products: ReadonlyMap<number, SaleProduct>;
  readonly isRegistered: boolean;
  readonly date: CalendarDate;
  readonly deliveryCountry: CountryCode;
};

/** The lines to post: the till's amounts, with VAT by law on that date and by country of delivery (rules V2, V4, V28). */
export function paidLines(
  body: PaidSaleWrite,
  charged: readonly Charged[],
  context: SaleContext,
): { lines: LineToPost[]; deviations: Deviation[] } {
  const lines = body.lines.map((written, index) => {
    const product = context.products.get(written.product_id);
    const line = charged[index];
    if (!product || !line)
      throw invalid({
        [`lines.${index}.product_id`]: `The product on line ${index + 1} no longer exists.`,
      });
    const quantity = written.factor ? timesFactor(written.quantity, written.factor) : written.quantity;
    if (quantity === null)
      throw invalid({ [`lines.${index}.quantity`]: 'This amount is too large to record.' });
    const { list_price, unit_price, amount, line_discount, cart_discount, discount_reason } = line;
    const { vatCode, rate } = treatmentOf(
      product,
      context,
      context.listed?.lines[index]?.rate ?? line.vat_percent,
    );
    return {
      productId: product.id,
      quantity,
      listPrice: list_price,
      unitPrice: unit_price,
      amount,
      lineDiscount: line_discount,
      basketDiscount: cart_discount,
      ...vatOf(line, rate),
      vatCode,
      priceReason: written.price_reason ?? null,
      sku: product.sku,
      description: product.name,
      unit: product.unit,
      isStock: product.is_stocked,
      discountReason: written.discount_reason ?? discount_reason ?? null,
      note: written.note ?? null,
    };
  });
  return {
    lines,
    deviations: [
      ...vatDeviations(body, charged, lines, context.products),
      ...discountDeviations(body, lines),
      ...inactive(context.products),
    ],
  };
}

const treatmentOf = (product: SaleProduct, { isRegistered, deliveryCountry }: SaleContext, rate: VatRate) =>
  vatByCountry(
    isRegistered ? { vatCode: product.vat_code, rate } : { vatCode: 'O', rate: 0 },
    deliveryCountry,
  );

function vatOf(line: Charged, rate: VatRate) {
  const { net, vat, gross } = line;
  const lawful = splitLine(gross, 'inclusive', rate);
  // A basket excluding VAT rounds the other way, so a penny's difference is the same rate.
  const isLawful = rate === line.vat_percent && Math.abs(lawful.vat - vat) <= 1;
  return { rate, ...(isLawful ? { net, vat, gross } : lawful) };
}

/**
 * Whether the receipt had the VAT that is posted. Without VAT a till may name the product's own code, while the sale is
 * posted as outside the scope or as an export (rules V2, V28).
 */
const isSameVat = (printed: Charged, line: LineToPost, product: SaleProduct | undefined): boolean =>
  printed.vat === line.vat &&
  (printed.vat_code === line.vatCode ||
    (printed.vat_percent === 0 && line.rate === 0 && printed.vat_code === product?.vat_code));

function vatDeviations(
  { charged: sent }: PaidSaleWrite,
  charged: readonly Charged[],
  lines: readonly LineToPost[],
  products: SaleContext['products'],
): Deviation[] {
  if (!sent) return [];
  return lines.flatMap((line, index) => {
    const printed = charged[index];
    if (!printed || isSameVat(printed, line, products.get(line.productId))) return [];
    return {
      kind: 'vat' as const,
      words: `The receipt says ${formatPercent(printed.vat_percent)} VAT (${printed.vat_code}) on ${line.description}. Posted at ${formatPercent(line.rate)} (${line.vatCode}).`,
      amount: toPence(line.vat - printed.vat),
    };
  });
}

/** An export at prices including VAT is posted as paid, without VAT: the money is what the customer paid (rule V9). */
export const exportDeviations = (priced: PricedSale | null, deliveryCountry: CountryCode): Deviation[] =>
  priced?.isExportWithVat
    ? [
        {
          kind: 'vat',
          words: `Sold for delivery to ${countryName(deliveryCountry)} at prices including VAT. Posted as paid, without VAT.`,
          amount: null,
        },
      ]
    : [];

/** A live sale would be refused, but a paid one is a fact (rule M5, decision 067). */
const discountDeviations = (body: PaidSaleWrite, lines: readonly LineToPost[]): Deviation[] =>
  lines.flatMap((line, index) => {
    const typed = body.lines[index]?.discount_amount ?? 0;
    if (typed <= line.amount) return [];
    return {
      kind: 'price' as const,
      words: `A discount of ${formatPounds(typed)} was entered on ${line.description}, which was ${formatPounds(line.amount)}. Posted as paid.`,
      amount: toPence(line.amount - typed),
    };
  });

const inactive = (products: ReadonlyMap<number, SaleProduct>): Deviation[] =>
  [...products.values()]
    .filter(({ status }) => status !== 'active')
    .map(({ name, status }) => ({ kind: 'product' as const, words: `${name} is ${status}.`, amount: null }));

const maxNamed = 3;

/** Lines charged at other than the list price of the date, unless they were charged as quoted. */
export function priceDeviations(
  lines: readonly LineToPost[],
  listed: CalculatedSale | null,
  date: CalendarDate,
  asQuoted: readonly boolean[],
): Deviation[] {
  // What cannot be priced, such as goods for more than a sale can be, must not escape the comparison.
  if (!listed)
    return [
      {
        kind: 'price',
        words: `The prices could not be compared with those on ${formatDate(date)}. Posted as paid.`,
        amount: null,
      },
    ];
  const differing = lines.flatMap((line, index) => {
    const listedLine = listed.lines[index];
    return listedLine && listedLine.gross !== line.gross && !asQuoted[index] ? { line, listedLine } : [];
  });
  if (differing.length === 0) return [];
  const named = differing
    .slice(0, maxNamed)
    .map(
      ({ line, listedLine }) =>
        `${line.description} at ${formatPounds(line.gross)} instead of ${formatPounds(listedLine.gross)}`,
    );
  const rest = differing.length > maxNamed ? ` and ${differing.length - maxNamed} more` : '';
  return [
    {
      kind: 'price',
      words: `Sold ${named.join(', ')}${rest}, the price on ${formatDate(date)}.`,
      amount: sumOf(differing),
    },
  ];
}

const sumOf = (differing: readonly { line: { gross: Pence }; listedLine: { gross: Pence } }[]): Pence =>
  toPence(differing.reduce((total, { line, listedLine }) => total + line.gross - listedLine.gross, 0));
