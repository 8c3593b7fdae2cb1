import { type Pence, sum, toPence } from '#domain/kernel/money';
import type { VatCode, VatRate } from '#domain/kernel/vat';
import {
  type ReverseCharge,
  reverseChargeNames,
  selfChargedVat,
} from '#domain/purchase-orders/reverse-charge';
import { invalid } from '../../../platform/http/refusal';

type Asked = {
  readonly reverse_charge?: ReverseCharge | null | undefined;
  readonly lines: readonly { readonly net: Pence; readonly vat: Pence; readonly vat_code: VatCode }[];
};

/** Under the reverse charge no VAT is printed, and only a registered business accounts for it (rule V28). */
export function ensureReverseCharge({ reverse_charge: kind, lines }: Asked, isRegistered: boolean): void {
  if (kind == null) return;
  if (!isRegistered)
    throw invalid({
      reverse_charge:
        'Your business is not registered for VAT on this date, so no reverse charge applies. Enter the VAT as printed.',
    });
  const printed = lines.findIndex(line => line.vat !== 0);
  if (printed >= 0)
    throw invalid({
      [`lines.${printed}.vat`]: 'No VAT is printed on a document under the reverse charge. Leave it at zero.',
    });
}

/** The VAT that the business charges itself on these lines. */
export const selfCharged = (
  { reverse_charge: kind, lines }: Asked,
  rateOf: (code: VatCode) => VatRate,
): Pence =>
  kind == null
    ? toPence(0)
    : sum(lines.map(line => selfChargedVat({ net: line.net, rate: rateOf(line.vat_code) })));

type Creditable = { readonly supplier_bill_number: string; readonly reverse_charge: ReverseCharge | null };

/** A credit note has the VAT treatment of its bills. */
export function ensureSameTreatment(
  kind: ReverseCharge | null | undefined,
  bills: readonly Creditable[],
): void {
  const other = bills.find(bill => bill.reverse_charge !== (kind ?? null));
  if (!other) return;
  const treatment =
    other.reverse_charge === null ? 'VAT as printed' : reverseChargeNames[other.reverse_charge];
  throw invalid({
    reverse_charge: `Bill ${other.supplier_bill_number} was recorded as “${treatment}”. Choose that, or record a separate credit note.`,
  });
}
