import type { BodyOf } from '#domain/kernel/call';
import { type Pence, sum, toPence } from '#domain/kernel/money';
import { formatQuantity, type Quantity, toQuantity } from '#domain/kernel/quantity';
import { vatOnCanBe } from '#domain/kernel/printed-vat';
import { prorate } from '#domain/kernel/prorate';
import { vatOn } from '#domain/kernel/vat';
import type { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { invalid } from '../../../platform/http/refusal';
import { type ReceivedLine, stockOf } from '../receipts/received-lines';

/** What is returned of one receipt: the unbilled quantity first, then the billed one. */
export type ReturnedLine = {
  readonly receipt: ReceivedLine;
  readonly quantity: Quantity;
  readonly billedQuantity: Quantity;
  readonly stock: Quantity;
  /** Excluding VAT. */
  readonly unbilledValue: Pence;
  readonly unbilledVatInCost: Pence;
  readonly creditNet: Pence;
  readonly creditVat: Pence;
  /** What was billed for the quantity, including VAT. */
  readonly billedGross: Pence;
  /** The VAT credited that the bill had recovered. The rest lowers the cost (rule V2). */
  readonly creditVatRecovered: Pence;
  /** The net credited that VAT returns include, and leaves box 7 (rule V24). */
  readonly creditNetInReturns: Pence;
};

/**
 * Finds the receipts to return from and reduces them in place. 422 names the line and the quantity possible.
 */
export function returnedLines(
  receipts: readonly ReceivedLine[],
  lines: BodyOf<typeof purchases.return>['lines'],
): ReturnedLine[] {
  if (new Set(lines.map(line => line.receipt_line_id)).size !== lines.length)
    throw invalid({ lines: 'This line is listed twice. Enter each line once.' });
  return lines.map(({ receipt_line_id, quantity, ...printed }, index) => {
    const receipt = receipts.find(candidate => candidate.id === receipt_line_id);
    if (!receipt)
      throw invalid({ [`lines.${index}.receipt_line_id`]: 'This line is not part of the order.' });
    const returnable = receipt.unbilled_quantity + receipt.billed_quantity;
    if (quantity > returnable)
      throw invalid({
        [`lines.${index}.quantity`]:
          returnable === 0
            ? `All of ${receipt.description} has already been returned.`
            : `At most ${formatQuantity(returnable)} can be returned.`,
      });
    ensureWholeStock(receipt, quantity, index);
    return asPrinted(returnFromReceipt(receipt, quantity), printed, index);
  });
}

/** As when receiving: otherwise parts too small for the stock unit would stay in stock for ever. */
function ensureWholeStock(receipt: ReceivedLine, quantity: Quantity, index: number): void {
  if ((BigInt(receipt.stock_quantity) * BigInt(quantity)) % BigInt(receipt.quantity) === 0n) return;
  throw invalid({
    [`lines.${index}.quantity`]:
      'This quantity does not convert exactly to the stock unit. Enter a different quantity.',
  });
}

type Printed = { readonly credit_net?: Pence | undefined; readonly credit_vat?: Pence | undefined };

/**
 * The supplier can credit another amount than was billed, such as less a restocking fee. VAT is as printed (V18), or else
 * in proportion to what the bill charged (V12, M7): a bill without VAT is credited without. More than the code allows is
 * refused, unless the bill charged it.
 */
function asPrinted(line: ReturnedLine, { credit_net, credit_vat }: Printed, index: number): ReturnedLine {
  if (credit_net === undefined && credit_vat === undefined) return line;
  if (line.billedQuantity === 0)
    throw invalid({
      [`lines.${index}.credit_net`]: `${line.receipt.description} is not billed yet, so there is nothing to credit.`,
    });
  const creditNet = credit_net ?? line.creditNet;
  const isBilled = line.creditNet !== 0;
  const inProportion = isBilled
    ? prorate(line.creditVat, creditNet, line.creditNet)
    : vatOn(creditNet, line.receipt.vat_rate);
  const creditVat = credit_vat ?? inProportion;
  const printed = vatOnCanBe(creditVat, creditNet, line.receipt.vat_rate);
  if (creditVat > inProportion && !printed.allowed)
    throw invalid({ [`lines.${index}.credit_vat`]: printed.reason });
  // Of another amount, the same share is in VAT returns as of the amount billed.
  const [part, whole] = isBilled
    ? [line.creditNetInReturns, line.creditNet]
    : [line.creditVatRecovered, line.creditVat];
  const shareOf = (worth: Pence) => (whole === 0 ? toPence(0) : prorate(worth, part, whole));
  return {
    ...line,
    creditNet,
    creditVat,
    creditVatRecovered: shareOf(creditVat),
    creditNetInReturns: shareOf(creditNet),
  };
}

/** Takes a quantity off a receipt: quantity and value run out together (rule M7). */
function returnFromReceipt(receipt: ReceivedLine, quantity: Quantity): ReturnedLine {
  const unbilled = toQuantity(Math.min(quantity, receipt.unbilled_quantity));
  const billed = toQuantity(quantity - unbilled);
  const ofUnbilled = (worth: Pence) =>
    unbilled === 0 ? toPence(0) : prorate(worth, unbilled, receipt.unbilled_quantity);
  const ofBilled = (worth: Pence) =>
    billed === 0 ? toPence(0) : prorate(worth, billed, receipt.billed_quantity);
  const [creditNet, creditVat] = [ofBilled(receipt.billed_net), ofBilled(receipt.billed_vat)];
  const line: ReturnedLine = {
    receipt,
    quantity,
    billedQuantity: billed,
    stock: stockOf(receipt, quantity),
    unbilledValue: ofUnbilled(receipt.unbilled_value),
    unbilledVatInCost: ofUnbilled(receipt.unbilled_vat_in_cost),
    creditNet,
    creditVat,
    billedGross: toPence(creditNet + creditVat),
    creditVatRecovered: ofBilled(receipt.billed_vat_recovered),
    creditNetInReturns: ofBilled(receipt.billed_net_in_returns),
  };
  receipt.unbilled_quantity = toQuantity(receipt.unbilled_quantity - unbilled);
  receipt.unbilled_value = toPence(receipt.unbilled_value - line.unbilledValue);
  receipt.unbilled_vat_in_cost = toPence(receipt.unbilled_vat_in_cost - line.unbilledVatInCost);
  receipt.billed_quantity = toQuantity(receipt.billed_quantity - billed);
  receipt.billed_net = toPence(receipt.billed_net - line.creditNet);
  receipt.billed_vat = toPence(receipt.billed_vat - line.creditVat);
  receipt.billed_vat_recovered = toPence(receipt.billed_vat_recovered - line.creditVatRecovered);
  receipt.billed_net_in_returns = toPence(receipt.billed_net_in_returns - line.creditNetInReturns);
  return line;
}

export type ReturnTotals = {
  readonly net: Pence;
  readonly vat: Pence;
  readonly vatRecovered: Pence;
  /** The received but unbilled part, whose accrual is reversed. */
  readonly accrued: Pence;
  /** The part of the credit that is for services, which were never stock. */
  readonly services: Pence;
};

export const returnTotals = (lines: readonly ReturnedLine[]): ReturnTotals => ({
  net: sum(lines.map(line => line.creditNet)),
  vat: sum(lines.map(line => line.creditVat)),
  vatRecovered: sum(lines.map(line => line.creditVatRecovered)),
  accrued: sum(
    lines
      .filter(line => line.receipt.is_stock)
      .map(line => toPence(line.unbilledValue + line.unbilledVatInCost)),
  ),
  services: sum(
    lines
      .filter(line => !line.receipt.is_stock)
      .map(line => toPence(line.creditNet + line.creditVat - line.creditVatRecovered)),
  ),
});
