import { useState } from 'react';
import type { VatCode } from '#domain/kernel/vat';
import type { OrderLineAmounts } from '#domain/purchase-orders/purchase-order.totals';
import { amountsOf, type LineValues } from './order-form-values';

type Amounts = OrderLineAmounts | null;

/**
 * The amounts of each line, null while it is incomplete. Only a line whose figures changed is calculated again, so that
 * a key pressed in one of five hundred lines costs one calculation (finding F11).
 */
export function useLineAmounts(lines: readonly LineValues[], rates: ReadonlyMap<VatCode, number>): Amounts[] {
  const [amountsFor] = useState(rememberAmounts);
  return lines.map(line => amountsFor(line, rates.get(line.vat_code) ?? 0));
}

function rememberAmounts() {
  const cached = new Map<string, { readonly figures: string; readonly amounts: Amounts }>();
  return (line: LineValues, rate: number): Amounts => {
    const figures = [line.quantity, line.unit_price, line.discount, rate].join(' | ');
    const before = cached.get(line.key);
    if (before?.figures === figures) return before.amounts;
    const amounts = amountsOf(line, rate);
    cached.set(line.key, { figures, amounts });
    return amounts;
  };
}
