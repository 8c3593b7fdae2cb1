import { sum } from '#domain/kernel/money';
import type { SplitAmount, VatCode, VatRate } from '#domain/kernel/vat';

type Rated = SplitAmount & { readonly vatCode: VatCode; readonly rate: VatRate };

export type RateAmounts = SplitAmount & { readonly code: VatCode; readonly rate: VatRate };

/** Totals by VAT code and rate (rule V5), in order of first appearance. */
export function amountsByRate(lines: readonly Rated[]): RateAmounts[] {
  const groups = new Map<string, Rated[]>();
  for (const line of lines) {
    const key = `${line.vatCode} ${line.rate}`;
    groups.set(key, [...(groups.get(key) ?? []), line]);
  }
  return Array.from(groups.values(), group => ({
    code: group[0]?.vatCode ?? 'O',
    rate: group[0]?.rate ?? 0,
    net: sum(group.map(({ net }) => net)),
    vat: sum(group.map(({ vat }) => vat)),
    gross: sum(group.map(({ gross }) => gross)),
  }));
}
