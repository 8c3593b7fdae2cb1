import { formatQuantity, type Quantity, toQuantity } from '#domain/kernel/quantity';
import { timesFactor } from '#domain/kernel/quantity';
import { covers } from '#domain/approvals/approval-covers';
import type { Basket, BasketLine, StockNeed } from './basket';

/** What is in stock of a product, and whether its policy lets it go below zero. */
export type StockLevel = {
  readonly quantity: Quantity;
  readonly mayGoNegative: boolean;
  /** Whether somebody may approve selling more than there is. */
  readonly mayAsk: boolean;
};
export type StockLevels = ReadonlyMap<number, StockLevel>;

type Sold = {
  readonly lines: readonly { product_id: number; quantity: string; factor?: string | undefined }[];
};

/** A product of which the basket asks for more than there is. */
export type Shortage = {
  readonly productId: number;
  readonly name: string;
  readonly wanted: Quantity;
  readonly available: Quantity;
  /** Whether somebody may approve selling it all the same. */
  readonly mayAsk: boolean;
};

const unitsOf = (line: BasketLine): Quantity => timesFactor(line.quantity, line.factor) ?? line.quantity;

/** The levels as the server last told them, less what this device has sold since and the server has not got. */
export function lessUnsent(
  levels: StockLevels,
  unsent: readonly Sold[],
  parse: (text: string) => Quantity,
): StockLevels {
  const left = new Map(levels);
  for (const { lines } of unsent)
    for (const { product_id, quantity, factor } of lines) {
      const level = left.get(product_id);
      if (!level) continue;
      const units =
        factor === undefined
          ? parse(quantity)
          : (timesFactor(parse(quantity), parse(factor)) ?? parse(quantity));
      left.set(product_id, { ...level, quantity: toQuantity(level.quantity - units) });
    }
  return left;
}

/**
 * What a basket asks for beyond what there is, product by product, however many lines it stands on. A product that may go
 * below zero is never short; an edited sale gives its own goods back first, which only the server can add up.
 */
export function shortagesOf({ lines, replacing }: Basket, levels: StockLevels): Shortage[] {
  if (replacing) return [];
  const wanted = new Map<number, { name: string; units: number }>();
  for (const line of lines) {
    const before = wanted.get(line.productId)?.units ?? 0;
    wanted.set(line.productId, { name: line.name, units: before + unitsOf(line) });
  }
  return [...wanted].flatMap(([productId, { name, units }]) => {
    const level = levels.get(productId);
    if (!level || level.mayGoNegative || units <= level.quantity) return [];
    return [{ productId, name, wanted: toQuantity(units), available: level.quantity, mayAsk: level.mayAsk }];
  });
}

/** What of the shortages somebody has to approve before it is paid for, and nobody has yet (finding F31). */
export const stockNeedsOf = (shortages: readonly Shortage[], approved: readonly StockNeed[]): StockNeed[] =>
  shortages
    .filter(({ mayAsk }) => mayAsk)
    .map(({ productId, wanted, available }) => ({
      kind: 'stock' as const,
      product_id: productId,
      quantity: wanted,
      short: toQuantity(wanted - available),
    }))
    .filter(need => !approved.some(given => covers(given, need)));

/** "Only 3 in stock", "Out of stock". */
export const stockWords = (available: Quantity): string =>
  available > 0 ? `Only ${formatQuantity(available)} in stock` : 'Out of stock';
