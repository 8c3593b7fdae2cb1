import { type DatedRate, type VatCode, type VatRate, vatRateOn } from '#domain/kernel/vat';
import type { ImportContext } from '../../kernel/imports';
import type { Seller } from '../sales';
import type { HistoryCustomer, HistoryProduct } from './batch.queries';

/** What the documents of a batch hang on. */
export type Surroundings = {
  readonly products: ReadonlyMap<string, HistoryProduct>;
  readonly customers: ReadonlyMap<string | null, HistoryCustomer>;
  readonly rates: readonly DatedRate[];
  /** By day: whether the firm was registered for VAT, and the head of its documents. */
  readonly sellers: ReadonlyMap<string, { readonly seller: Seller; readonly isRegistered: boolean }>;
};

/** The VAT of a line by its product and its day (rules V1, V2). */
export function vatOf(
  ctx: ImportContext,
  day: string,
  product: HistoryProduct | undefined,
  { rates, sellers }: Surroundings,
): { readonly vatCode: VatCode; readonly rate: VatRate } {
  const isRegistered = sellers.get(day)?.isRegistered ?? false;
  const vatCode = isRegistered && ctx.options.prices !== 'no_vat' ? (product?.vat_code ?? 'O') : 'O';
  return { vatCode, rate: vatRateOn(vatCode, day, rates) ?? 0 };
}

export function customerOf(number: string | null, customers: Surroundings['customers']): HistoryCustomer {
  const customer = customers.get(number?.toLowerCase() ?? null);
  if (!customer) throw new Error(`The history names customer ${number}, who was not made`);
  return customer;
}
