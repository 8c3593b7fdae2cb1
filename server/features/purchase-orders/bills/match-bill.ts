import type { BodyOf } from '#domain/kernel/call';
import type { CalendarDate } from '#domain/kernel/dates';
import { formatPounds, type Pence, toPence } from '#domain/kernel/money';
import { formatQuantity, type Quantity, toQuantity } from '#domain/kernel/quantity';
import { prorate } from '#domain/kernel/prorate';
import { type VatCode, vatOn } from '#domain/kernel/vat';
import type { purchases } from '#domain/purchase-orders/purchase-order.contract';
import type { Tx } from '../../../platform/database/open-database';
import { invalid } from '../../../platform/http/refusal';
import { vatRatesOn } from '../../products';
import { type ReceivedLine, stockOf } from '../receipts/received-lines';
import type { StoredOrder } from '../orders/stored-order';

type BillBody = BodyOf<typeof purchases.bill>;

/** A bill line matched to what was ordered and received. */
export type MatchedLine = {
  readonly orderLineId: number;
  readonly productId: number | null;
  readonly description: string;
  readonly quantity: Quantity;
  readonly receivedNet: Pence;
  readonly net: Pence;
  readonly vat: Pence;
  readonly vatRecovered: Pence;
  readonly vatCode: VatCode;
  readonly vatRate: number;
  readonly cleared: readonly ClearedReceipt[];
  /** The account chosen for what is not kept in stock. */
  readonly account: string | undefined;
};

/** What a bill line cleared of one receipt. */
export type ClearedReceipt = {
  readonly receiptLineId: number;
  /** Whether it went into stock when it was received, whatever the product says today (rule A10). */
  readonly isStock: boolean;
  readonly quantity: Quantity;
  /** The quantity in the product's own unit. */
  readonly stock: Quantity;
  readonly receivedOn: CalendarDate;
  readonly received: Pence;
  readonly receivedVat: Pence;
  readonly net: Pence;
  readonly vat: Pence;
  readonly vatRecovered: Pence;
  /** The net that VAT returns include: all of it, or none (rule V2). */
  readonly netInReturns: Pence;
};

/** The cost on the bill, with the VAT that is not recovered. */
export const costOf = ({ net, vat, vatRecovered }: ClearedReceipt): Pence =>
  toPence(net + vat - vatRecovered);

/** The received cost: net, plus VAT the company could not recover then (rule V2). */
export const receivedCostOf = ({ received, receivedVat }: ClearedReceipt): Pence =>
  toPence(received + receivedVat);

/** A line without a product posts to its order line's account unless another is chosen (F16). */
export const withOrderedAccounts = (order: StoredOrder, lines: BillBody['lines']): BillBody['lines'] =>
  lines.map(line => {
    const ordered = order.lines.find(({ id }) => id === line.line_id);
    const account = line.account ?? (ordered?.is_stock ? undefined : ordered?.account);
    return account == null ? line : { ...line, account };
  });

/**
 * The order with the VAT codes of the bill: it is right about its supplies, and once everything has arrived the order
 * cannot be corrected (decision 190).
 */
export async function withBilledCodes(tx: Tx, order: StoredOrder, body: BillBody): Promise<StoredOrder> {
  const billed = new Map(body.lines.map(line => [line.line_id, line.vat_code]));
  const isCorrected = ({ id, vat_code }: StoredOrder['lines'][number]) =>
    (billed.get(id) ?? vat_code) !== vat_code;
  if (!order.lines.some(isCorrected)) return order;
  const rateOf = await vatRatesOn(tx, body.bill_date);
  const lines = order.lines.map(line => {
    const code = billed.get(line.id) ?? line.vat_code;
    return isCorrected(line) ? { ...line, vat_code: code, vat_rate: rateOf(code) } : line;
  });
  return { ...order, lines };
}

/**
 * The three-way match: each billed line takes the oldest unbilled receipts (rule M7) and reduces them in place. Only
 * received goods can be billed; VAT is as printed (rule V18). A company not registered on the bill's date bears it as a
 * cost (rule V2).
 */
export function matchBill(
  order: StoredOrder,
  receipts: readonly ReceivedLine[],
  lines: BillBody['lines'],
  recoversVat: boolean,
): MatchedLine[] {
  if (new Set(lines.map(line => line.line_id)).size !== lines.length)
    throw invalid({ lines: 'This line is listed twice. Enter each line once.' });
  return lines.map((line, index) => {
    const ordered = order.lines.find(candidate => candidate.id === line.line_id);
    if (!ordered) throw invalid({ [`lines.${index}.line_id`]: 'This line is not part of the order.' });
    const open = receipts.filter(
      receipt => receipt.purchase_order_line_id === ordered.id && receipt.unbilled_quantity > 0,
    );
    const billable = open.reduce((sum, receipt) => sum + receipt.unbilled_quantity, 0);
    if (line.quantity > billable)
      throw invalid({
        [`lines.${index}.quantity`]:
          billable === 0
            ? `There is nothing of ${ordered.description} left to bill. Receive it first.`
            : `Only ${formatQuantity(billable)} of ${ordered.description} are received but not yet billed.`,
      });
    const received = takeReceived(open, line.quantity);
    const isAllStock = received.parts.every(({ receipt }) => receipt.is_stock);
    if (line.account !== undefined && isAllStock && line.account !== ordered.account)
      throw invalid({
        [`lines.${index}.account`]: `${ordered.description} is kept in stock, so you cannot choose an account for it.`,
      });
    const net = line.net ?? received.value;
    const vat = line.vat ?? vatOn(net, ordered.vat_rate);
    const vatRecovered = recoversVat ? vat : toPence(0);
    const cleared = shareBilled(received.parts, {
      net,
      vat,
      vatRecovered,
      netInReturns: recoversVat ? net : toPence(0),
    });
    return {
      orderLineId: ordered.id,
      productId: ordered.product?.id ?? null,
      description: ordered.description,
      quantity: line.quantity,
      receivedNet: received.value,
      net,
      vat,
      vatRecovered,
      vatCode: ordered.vat_code,
      vatRate: ordered.vat_rate,
      cleared,
      account: isAllStock ? undefined : line.account,
    };
  });
}

type Part = {
  readonly receipt: ReceivedLine;
  readonly quantity: Quantity;
  readonly stock: Quantity;
  readonly worth: Pence;
  readonly vatInCost: Pence;
};

/** Takes a quantity from the oldest receipts; quantity and value of each run out together. */
function takeReceived(open: readonly ReceivedLine[], billed: Quantity): { value: Pence; parts: Part[] } {
  let [remaining, value] = [billed as number, 0];
  const parts: Part[] = [];
  for (const receipt of open) {
    if (remaining === 0) break;
    const quantity = toQuantity(Math.min(remaining, receipt.unbilled_quantity));
    const worth = prorate(receipt.unbilled_value, quantity, receipt.unbilled_quantity);
    const vatInCost = prorate(receipt.unbilled_vat_in_cost, quantity, receipt.unbilled_quantity);
    const stock = stockOf(receipt, quantity);
    receipt.unbilled_quantity = toQuantity(receipt.unbilled_quantity - quantity);
    receipt.unbilled_value = toPence(receipt.unbilled_value - worth);
    receipt.unbilled_vat_in_cost = toPence(receipt.unbilled_vat_in_cost - vatInCost);
    parts.push({ receipt, quantity, stock, worth, vatInCost });
    remaining -= quantity;
    value += worth;
  }
  return { value: toPence(value), parts };
}

type Billed = Pick<ClearedReceipt, 'net' | 'vat' | 'vatRecovered' | 'netInReturns'>;

/** Keeps on the receipt what a later credit note can take off it. */
function shareBilled(parts: readonly Part[], billed: Billed): ClearedReceipt[] {
  let remaining = billed;
  let quantityLeft = parts.reduce((sum, part) => sum + part.quantity, 0);
  return parts.map(({ receipt, quantity, stock, worth, vatInCost }) => {
    const share: Billed = {
      net: prorate(remaining.net, quantity, quantityLeft),
      vat: prorate(remaining.vat, quantity, quantityLeft),
      vatRecovered: prorate(remaining.vatRecovered, quantity, quantityLeft),
      netInReturns: prorate(remaining.netInReturns, quantity, quantityLeft),
    };
    receipt.billed_quantity = toQuantity(receipt.billed_quantity + quantity);
    receipt.billed_net = toPence(receipt.billed_net + share.net);
    receipt.billed_vat = toPence(receipt.billed_vat + share.vat);
    receipt.billed_vat_recovered = toPence(receipt.billed_vat_recovered + share.vatRecovered);
    receipt.billed_net_in_returns = toPence(receipt.billed_net_in_returns + share.netInReturns);
    remaining = {
      net: toPence(remaining.net - share.net),
      vat: toPence(remaining.vat - share.vat),
      vatRecovered: toPence(remaining.vatRecovered - share.vatRecovered),
      netInReturns: toPence(remaining.netInReturns - share.netInReturns),
    };
    quantityLeft -= quantity;
    return {
      receiptLineId: receipt.id,
      isStock: receipt.is_stock,
      quantity,
      stock,
      receivedOn: receipt.received_on,
      received: worth,
      receivedVat: vatInCost,
      ...share,
    };
  });
}

/** The variance of a bill, in pence, accepted without confirmation. */
export const toleratedVariance = 100;

/** A bill that differs by more than a pound needs the variance to be accepted. */
export function ensureVarianceAccepted(variance: Pence, isAccepted: boolean): void {
  if (isAccepted || Math.abs(variance) <= toleratedVariance) return;
  const words = `${formatPounds(Math.abs(variance))} ${variance > 0 ? 'more' : 'less'}`;
  throw invalid({
    accept_difference: `The bill is ${words} than the goods received, excluding VAT. Check it, then accept the variance.`,
  });
}
