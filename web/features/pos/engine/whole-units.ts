import { type Quantity, timesFactor, wholeUnits } from '#domain/kernel/quantity';
import { fitsUnit, notWholeWords } from '#domain/kernel/whole-units';
import type { Basket, BasketLine } from './basket';
import type { BasketAction } from './change-basket';

type Line = Pick<BasketLine, 'name' | 'unit' | 'factor'>;

/** Why a line cannot have this quantity; null when it can. Units are known by name, as lines store them. */
export function quantityRefusal(
  { name, unit, factor }: Line,
  quantity: Quantity,
  counted: readonly string[],
): string | null {
  const inStockUnit = timesFactor(quantity, factor);
  return inStockUnit === null || fitsUnit(inStockUnit, { is_whole: counted.includes(unit) })
    ? null
    : notWholeWords(name, unit, inStockUnit);
}

/** Why a change of the basket is refused: it enters a fraction of what is counted (decision 205). */
export function fractionRefusal(
  basket: Basket,
  action: BasketAction,
  counted: readonly string[],
): string | null {
  if (action.do === 'add') {
    const { product, factor } = action.scanned;
    return quantityRefusal({ ...product, factor }, action.quantity ?? wholeUnits(1), counted);
  }
  if (action.do !== 'quantity') return null;
  const line = basket.lines.find(({ key }) => key === action.key);
  // What a sale or quote had already stays as it is.
  return line && line.quantity !== action.quantity ? quantityRefusal(line, action.quantity, counted) : null;
}
