import { formatQuantity, type Quantity, textFromQuantity, toQuantity } from '../kernel/quantity';
import { quantityWords, unitName } from '../kernel/unit-words';

type CountedLine = { readonly unit: string; readonly factor: Quantity };

/**
 * Converts counted units of a product to the unit of an order line: 24 single pieces are 2 boxes of 12. A
 * count that is not a whole thousandth of the line's unit waits for the next scan: nothing is rounded (rule
 * M3).
 */
export function countScan(units: Quantity, line: CountedLine): { quantity: string | null; words: string } {
  if (line.factor === 1000) return { quantity: textFromQuantity(units), words: '' };
  const inThousandths = BigInt(units) * 1000n;
  if (inThousandths % BigInt(line.factor) !== 0n) {
    return {
      quantity: null,
      words: `, not yet a quantity you can enter in a ${unitName(line.unit.toLowerCase(), formatQuantity(line.factor))}`,
    };
  }
  const quantity = toQuantity(Number(inThousandths / BigInt(line.factor)));
  return {
    quantity: textFromQuantity(quantity),
    words: `, that is ${quantityWords(quantity, line.unit)}`,
  };
}
