import { type DatedRate, type VatCode, type VatRate, vatRateOn } from '#domain/kernel/vat';
import type { ImportContext } from '../../kernel/imports';
import type { LedgerOf, LockedParty } from '../../kernel/parties';
import type { Seller } from '../sales';
import type { HistoryCustomer, HistoryProduct } from './batch.queries';
import { conflict } from '../../platform/http/refusal';

/** The stored records that a batch of documents needs. */
export type Surroundings = {
  readonly products: ReadonlyMap<string, HistoryProduct>;
  readonly customers: ReadonlyMap<string | null, HistoryCustomer>;
  /** The ledgers of these customers, which are locked. */
  readonly ledgerOf: LedgerOf<'customer'>;
  readonly rates: readonly DatedRate[];
  /** By day: whether the company was registered for VAT, and its details on documents. */
  readonly sellers: ReadonlyMap<string, { readonly seller: Seller; readonly isRegistered: boolean }>;
};

/** The VAT of a line on its day, from its product (rules V1, V2). */
export function vatOf(
  ctx: ImportContext,
  day: string,
  product: HistoryProduct,
  { rates, sellers }: Surroundings,
): { readonly vatCode: VatCode; readonly rate: VatRate } {
  const isRegistered = sellers.get(day)?.isRegistered ?? false;
  const vatCode = isRegistered && ctx.options.prices !== 'no_vat' ? product.vat_code : 'O';
  return { vatCode, rate: vatRateOn(vatCode, day, rates) ?? 0 };
}

/** The product of a code. Refuses where its code was changed after the import added or found it. */
export function productOf(sku: string, products: Surroundings['products']): HistoryProduct {
  const product = products.get(sku.toLowerCase());
  if (!product)
    throw conflict(
      `No product has the code ${sku} any more. Add one with this code, then import the file again.`,
    );
  return product;
}

export function customerOf(number: string | null, customers: Surroundings['customers']): HistoryCustomer {
  const customer = customers.get(number?.toLowerCase() ?? null);
  if (!customer) throw new Error(`The history names customer ${number}, who was not made`);
  return customer;
}

/** The locked ledger of a customer; the walk-in customer has none. */
export const ledgerOfCustomer = (
  { id, is_walk_in }: HistoryCustomer,
  { ledgerOf }: Pick<Surroundings, 'ledgerOf'>,
): LockedParty<'customer'> | null => (is_walk_in ? null : ledgerOf(id));
