import type { Pence } from '../kernel/money';
import type { VatRate } from '../kernel/vat';

/** Whole units of a line not yet used by a deal. */
export type Run = {
  readonly line: number;
  readonly productId: number;
  /** The unit price before promotions, and the lowest after single-unit promotions. */
  readonly base: Pence;
  readonly single: Pence;
  readonly includesVat: boolean;
  readonly rate: VatRate;
  /**
   * Makes prices including and excluding VAT comparable without rounding: multiplies pence to gross
   * ten-thousandths.
   */
  readonly weight: bigint;
  readonly units: number;
};

/** The units a deal would use and their total price. */
export type DealUnits = {
  readonly parts: readonly { readonly run: Run; readonly units: number }[];
  readonly price: Pence;
  /** Whether the price includes VAT. */
  readonly includesVat: boolean;
  /** The sets of a deal with its own price; the units that "buy X, get Y" reduces or gives free. */
  readonly sets: number;
  readonly got: number;
};
