import type { CalendarDate } from '#domain/kernel/dates';
import { formatPounds, type Pence } from '#domain/kernel/money';
import { vatOnCanBe } from '#domain/kernel/printed-vat';
import type { RuleResult } from '#domain/kernel/rule-result';
import { type VatCode, type VatRate, vatRateOn } from '#domain/kernel/vat';
import type { Tx } from '../../platform/database/open-database';
import { invalid } from '../../platform/http/refusal';
import { findVatRates, vatRatesOn } from '../products';
import type { MatchedLine } from './match-bill';

type Billed = { readonly bill_date: CalendarDate; readonly accept_difference: boolean };
type Printed = { readonly net: Pence; readonly vat: Pence; readonly vat_code: VatCode };

/** Printed VAT is claimed as it is, so it cannot be more than its code allows (rules V17, V18). */
export function ensurePrintedVat(lines: readonly Printed[], rateOf: (code: VatCode) => VatRate): void {
  for (const [index, { net, vat, vat_code }] of lines.entries())
    refuseAt(`lines.${index}.vat`, vatOnCanBe(vat, net, rateOf(vat_code)));
}

/** The same for one amount of a document without lines. */
export const ensurePrintedVatOf = ({ net, vat, vat_code }: Printed, rateOf: (code: VatCode) => VatRate) =>
  refuseAt('vat', vatOnCanBe(vat, net, rateOf(vat_code)));

/** The same for a credit note: at the rate of its own date or of the bills it credits, whichever is higher (rule V1). */
export async function ensureCreditedVat(
  tx: Tx,
  lines: readonly Printed[],
  days: readonly CalendarDate[],
): Promise<void> {
  const rates = await findVatRates(tx);
  ensurePrintedVat(lines, code => Math.max(...days.map(day => vatRateOn(code, day, rates) ?? 0)));
}

/**
 * The same for the bill of an order. The rate may have changed since the order, so that of the bill's date counts too. A
 * line that was ordered with too low a code cannot be corrected once all of it has arrived, so its VAT is accepted on purpose.
 */
export async function ensureBilledVat(
  tx: Tx,
  lines: readonly MatchedLine[],
  { bill_date: billDate, accept_difference: isAccepted }: Billed,
): Promise<void> {
  if (lines.every(line => vatOnCanBe(line.vat, line.net, line.vatRate).allowed)) return;
  const rateOf = await vatRatesOn(tx, billDate);
  for (const [index, { net, vat, vatCode, vatRate, description }] of lines.entries()) {
    if (vatOnCanBe(vat, net, Math.max(vatRate, rateOf(vatCode))).allowed) continue;
    if (vatCode === 'O')
      throw invalid({
        [`lines.${index}.vat`]: `${description} was ordered with VAT code O, which has no VAT. Enter 0.00, or reverse the receipt and correct the code on the order.`,
      });
    refuseAt(`lines.${index}.vat`, vatOnCanBe(vat, net, Math.max(vatRate, rateOf('S'))));
    if (!isAccepted)
      throw invalid({
        accept_difference: `${description} was ordered with VAT code ${vatCode}, which allows less than ${formatPounds(vat)}. Check the bill, then accept the variance.`,
      });
  }
}

function refuseAt(field: string, result: RuleResult): void {
  if (!result.allowed) throw invalid({ [field]: result.reason });
}
