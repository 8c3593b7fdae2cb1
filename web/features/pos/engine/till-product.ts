import type { Pence } from '#domain/kernel/money';
import type { Quantity } from '#domain/kernel/quantity';
import type { VatCode } from '#domain/kernel/vat';

/** A product as sold at the till. */
export type TillProduct = {
  readonly id: number;
  readonly sku: string;
  readonly name: string;
  readonly unit: string;
  readonly categoryId: number | null;
  readonly vatCode: VatCode;
  readonly price: Pence;
  readonly includesVat: boolean;
};

/** A scanned code: a product and a number of units. */
export type Scanned = { readonly product: TillProduct; readonly factor: Quantity };
