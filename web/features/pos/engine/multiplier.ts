import { type Quantity, quantityFromText } from '#domain/kernel/quantity';

/** `3*` before a search or scan sets the quantity. */
const prefix = /^\s*(\d{1,6}(?:\.\d{1,3})?)\s*[*x×]\s*/i;

export function splitMultiplier(typed: string): { quantity: Quantity | undefined; text: string } {
  const counted = prefix.exec(typed);
  if (!counted) return { quantity: undefined, text: typed };
  const quantity = quantityFromText(counted[1] ?? '1');
  return { quantity: quantity > 0 ? quantity : undefined, text: typed.slice(counted[0].length) };
}
