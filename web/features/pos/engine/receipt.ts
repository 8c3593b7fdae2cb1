import type { Discount } from '#domain/kernel/line-amounts';
import { type Pence, poundsFromPence, sum, toPence } from '#domain/kernel/money';
import { formatPercent } from '#domain/kernel/percent';
import type { Quantity } from '#domain/kernel/quantity';
import type { ReckonedSale } from '#domain/sales/reckon-sale';
import type { SaleDetail } from '#domain/sales/sale.contract';
import type { TenderMethod } from '#domain/sales/tender';
import type { Basket } from './basket';
import type { SaleSent } from './sale-body';

/** A receipt as it is shown and printed, from the till's own reckoning or from the server's document. */
export type Receipt = {
  readonly seller: {
    readonly name: string;
    readonly lines: readonly string[];
    readonly vatNumber: string | null;
  };
  /** Null until the server has given one: a sale made without a network bears the till's own reference. */
  readonly number: string | null;
  readonly reference: string;
  readonly soldAt: string;
  readonly soldBy: string;
  readonly customer: string | null;
  readonly lines: readonly {
    readonly name: string;
    readonly quantity: Quantity;
    readonly unit: string;
    readonly unitPrice: Pence;
    readonly amount: Pence;
    readonly discount: Pence;
    readonly note: string | null;
    /** As the rate of the day was: 20 % is 2000. */
    readonly rate: number;
  }[];
  readonly basketDiscount: Pence;
  readonly byRate: readonly {
    readonly rate: number;
    readonly net: Pence;
    readonly vat: Pence;
    readonly gross: Pence;
  }[];
  readonly net: Pence;
  readonly vat: Pence;
  readonly total: Pence;
  readonly tenders: readonly { readonly method: TenderMethod; readonly tendered: Pence }[];
  readonly change: Pence;
  readonly footer: string | null;
};

type Made = {
  readonly basket: Basket;
  readonly sale: ReckonedSale;
  readonly tenders: Receipt['tenders'];
  readonly change: Pence;
  readonly soldAt: Date;
  readonly soldBy: string;
  readonly seller: { readonly name: string; readonly lines: readonly string[] };
  readonly footer: string | null;
};

/** What can be printed before the server has answered. */
export function receiptOfBasket({ basket, sale, seller, ...made }: Made): Receipt {
  return {
    seller: { ...seller, vatNumber: null },
    number: null,
    reference: basket.clientId.slice(0, 8).toUpperCase(),
    soldAt: made.soldAt.toISOString(),
    soldBy: made.soldBy,
    customer: basket.customer?.name ?? null,
    lines: sale.lines.map((line, index) => ({
      name: basket.lines[index]?.name ?? '',
      quantity: line.quantity,
      unit: basket.lines[index]?.unit ?? '',
      unitPrice: line.unitPrice,
      amount: line.amount,
      discount: line.lineDiscount,
      note: basket.lines[index]?.note || null,
      rate: line.rate,
    })),
    basketDiscount: sale.cartDiscount,
    byRate: byRateOf(sale.lines),
    net: sale.net,
    vat: sale.vat,
    total: sale.gross,
    tenders: made.tenders,
    change: made.change,
    footer: made.footer,
  };
}

function byRateOf(lines: ReckonedSale['lines']): Receipt['byRate'] {
  const rates = [...new Set(lines.map(({ rate }) => rate))].sort((a, b) => b - a);
  return rates.map(rate => {
    const ofRate = lines.filter(line => line.rate === rate);
    return {
      rate,
      net: sum(ofRate.map(({ net }) => net)),
      vat: sum(ofRate.map(({ vat }) => vat)),
      gross: sum(ofRate.map(({ gross }) => gross)),
    };
  });
}

/** The receipt of a sale that the server has. */
export const receiptOfSale = (sale: SaleDetail, footer: string | null): Receipt => ({
  seller: { name: sale.seller.name, lines: sale.seller.lines, vatNumber: sale.seller.vat_number },
  number: sale.number,
  reference: sale.client_id.slice(0, 8).toUpperCase(),
  soldAt: sale.sold_at.toISOString(),
  soldBy: sale.sold_by,
  customer: sale.customer.is_walk_in ? null : sale.customer.name,
  lines: sale.lines.map(line => ({
    name: line.description,
    quantity: line.quantity,
    unit: line.unit,
    unitPrice: line.unit_price,
    amount: line.amount,
    discount: line.line_discount,
    note: line.note,
    rate: line.vat_percent,
  })),
  basketDiscount: sale.cart_discount,
  byRate: sale.by_rate.map(({ vat_percent, net, vat, gross }) => ({ rate: vat_percent, net, vat, gross })),
  net: sale.net,
  vat: sale.vat,
  total: sale.gross,
  tenders: [
    ...sale.tenders,
    ...(sale.on_account > 0 ? [{ method: 'account' as const, tendered: sale.on_account }] : []),
  ],
  change: sale.change,
  footer,
});

/** "10 % off", "£1.50 off". */
export const discountWords = (discount: Discount): string =>
  discount.kind === 'percent'
    ? `${formatPercent(discount.hundredths)} off`
    : `£${poundsFromPence(discount.pence)} off`;

/**
 * The same sale at exactly the prices that the customer was charged, for one that the server would price otherwise by
 * now. Such prices count as typed, so somebody with the right to it has to say yes.
 */
export function atReceiptPrices(body: SaleSent, receipt: Receipt, reason: string): SaleSent {
  const { discount_percent: _percent, discount_amount: _amount, ...rest } = body;
  return {
    ...rest,
    lines: body.lines.map((line, index) => {
      const { discount_percent: _linePercent, discount_amount: _lineAmount, ...kept } = line;
      const charged = receipt.lines[index];
      if (!charged) return line;
      return {
        ...kept,
        unit_price: poundsFromPence(charged.unitPrice),
        price_reason: reason,
        ...(charged.discount > 0
          ? {
              discount_amount: poundsFromPence(charged.discount),
              discount_reason: line.discount_reason ?? reason,
            }
          : {}),
      };
    }),
    ...(receipt.basketDiscount > 0
      ? {
          discount_amount: poundsFromPence(receipt.basketDiscount),
          discount_reason: body.discount_reason ?? reason,
        }
      : {}),
    expected_total: poundsFromPence(toPence(receipt.total)),
  };
}
