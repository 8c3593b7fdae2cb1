import type { Pence } from '#domain/kernel/money';
import { invalid } from '../../platform/http/refusal';

type Buyer = { readonly recoversVat: boolean };
type Seller = { readonly vat_number: string | null };

/**
 * VAT is reclaimed only with a VAT invoice, which names the supplier's VAT number (rule V18). What a supplier without one
 * charges is a cost. Under the reverse charge no VAT is printed, so suppliers abroad need none.
 */
export function ensureVatInvoice(
  lines: readonly { readonly vat: Pence }[],
  { recoversVat, vat_number }: Buyer & Seller,
  fieldOf = (index: number) => `lines.${index}.vat`,
): void {
  if (!recoversVat || vat_number !== null) return;
  const index = lines.findIndex(({ vat }) => vat !== 0);
  if (index >= 0)
    throw invalid({
      [fieldOf(index)]:
        'VAT is reclaimable only with a VAT invoice. Enter the supplier’s VAT number under Terms on the supplier’s page, or enter the total including VAT as the net amount and 0.00 as VAT.',
    });
}
