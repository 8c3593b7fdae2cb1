import { formatQuantity, type Quantity, toQuantity } from '#domain/kernel/quantity';
import { timesFactor } from '#domain/kernel/quantity';
import { covers } from '#domain/approvals/approval-covers';
import type { Basket, BasketLine, StockNeed } from './basket';
import { isUnsent, type QueuedSale } from './queue';

/** The stock of a product, and whether it may go below zero. */
export type StockLevel = {
  readonly quantity: Quantity;
  readonly canGoNegative: boolean;
  /** Whether overselling can be approved. */
  readonly canAsk: boolean;
};
export type StockLevels = ReadonlyMap<number, StockLevel>;

export type Sold = {
  readonly lines: readonly { product_id: number; quantity: string; factor?: string | undefined }[];
};

/** A product the basket needs more of than is in stock. */
export type Shortage = {
  readonly productId: number;
  readonly name: string;
  readonly needed: Quantity;
  readonly available: Quantity;
  /** Whether overselling can be approved. */
  readonly canAsk: boolean;
};

const unitsOf = (line: BasketLine): Quantity => timesFactor(line.quantity, line.factor) ?? line.quantity;

/** Sales of this device that the levels last reported may not include, by their client ids. */
export type Unreported = ReadonlyMap<string, { readonly sold: Sold; readonly isSent: boolean }>;

/**
 * What is unreported once the queue has changed: sales that are unsent, and those that were, until the next report. One
 * that left the queue unsent was refused, so it was never paid.
 */
export const unreportedSales = (before: Unreported, queue: readonly QueuedSale[]): Unreported =>
  new Map([
    ...[...before].filter(([, { isSent }]) => isSent),
    ...queue
      .filter(sale => isUnsent(sale) || before.has(sale.clientId))
      .map(sale => [sale.clientId, { sold: sale.body, isSent: !isUnsent(sale) }] as const),
  ]);

/** The levels last reported, less the sales that they do not include. */
export function lessUnreported(
  levels: StockLevels,
  unreported: Unreported,
  parse: (text: string) => Quantity,
): StockLevels {
  const remaining = new Map(levels);
  for (const { sold } of unreported.values())
    for (const { product_id, quantity, factor } of sold.lines) {
      const level = remaining.get(product_id);
      if (!level) continue;
      const units =
        factor === undefined
          ? parse(quantity)
          : (timesFactor(parse(quantity), parse(factor)) ?? parse(quantity));
      remaining.set(product_id, { ...level, quantity: toQuantity(level.quantity - units) });
    }
  return remaining;
}

/**
 * The shortages of a basket by product, across all its lines. Products that may go below zero are never
 * short. An exchange returns its goods first. So does an edited sale, which only the server can calculate.
 */
export function shortagesOf({ lines, replacing, returning }: Basket, levels: StockLevels): Shortage[] {
  if (replacing) return [];
  const needed = new Map<number, { name: string; units: number }>();
  for (const line of lines) {
    const before = needed.get(line.productId)?.units ?? 0;
    needed.set(line.productId, { name: line.name, units: before + unitsOf(line) });
  }
  return [...needed].flatMap(([productId, { name, units }]) => {
    const level = levels.get(productId);
    if (!level || level.canGoNegative) return [];
    const returned = (returning?.toStock ?? []).filter(goods => goods.productId === productId);
    const available = toQuantity(
      returned.reduce((all, goods) => all + goods.quantity, level.quantity as number),
    );
    if (units <= available) return [];
    return [{ productId, name, needed: toQuantity(units), available, canAsk: level.canAsk }];
  });
}

/** The shortages that need approval before payment and do not have it yet (finding F31). */
export const stockNeedsOf = (shortages: readonly Shortage[], approved: readonly StockNeed[]): StockNeed[] =>
  shortages
    .filter(({ canAsk }) => canAsk)
    .map(({ productId, needed, available }) => ({
      kind: 'stock' as const,
      product_id: productId,
      quantity: needed,
      short: toQuantity(needed - available),
    }))
    .filter(need => !approved.some(approval => covers(approval, need)));

/** "Only 3 in stock", "Out of stock". */
export const stockWords = (available: Quantity): string =>
  available > 0 ? `Only ${formatQuantity(available)} in stock` : 'Out of stock';
