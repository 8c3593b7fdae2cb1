import type { CalendarDate } from '#domain/kernel/dates';
import { formatPounds, type Pence } from '#domain/kernel/money';
import { vatOnCanBe } from '#domain/kernel/printed-vat';
import type { RuleResult } from '#domain/kernel/rule-result';
import { type VatCode, type VatRate, vatRateOn } from '#domain/kernel/vat';
import type { Tx } from '../../../platform/database/open-database';
import { invalid } from '../../../platform/http/refusal';
import { findVatRates, vatRatesOn } from '../../products';
import type { MatchedLine } from './match-bill';
import type { StoredOrder } from '../orders/stored-order';

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
 * The same for the bill of an order. The rate may have changed since the order, so that of the bill's date counts too. More
 * VAT than the order's code allows is accepted on purpose, under the code of the bill (decision 190).
 */
export async function ensureBilledVat(
  tx: Tx,
  order: StoredOrder,
  lines: readonly MatchedLine[],
  { bill_date: billDate, accept_difference: isAccepted }: Billed,
): Promise<void> {
  const ordered = new Map(order.lines.map(line => [line.id, line]));
  const isAsOrdered = ({ orderLineId, net, vat }: MatchedLine) =>
    vatOnCanBe(vat, net, ordered.get(orderLineId)?.vat_rate ?? 0).allowed;
  const isAsBilled = ({ net, vat, vatRate }: MatchedLine) => vatOnCanBe(vat, net, vatRate).allowed;
  if (lines.every(line => isAsOrdered(line) && isAsBilled(line))) return;
  const rateOf = await vatRatesOn(tx, billDate);
  for (const [index, line] of lines.entries()) {
    const { net, vat, vatCode, vatRate, description } = line;
    refuseAt(`lines.${index}.vat`, vatOnCanBe(vat, net, Math.max(vatRate, rateOf(vatCode))));
    const before = ordered.get(line.orderLineId)?.vat_code ?? vatCode;
    if (before !== vatCode && !isAsOrdered(line) && !isAccepted)
      throw invalid({
        accept_difference: `${description} was ordered with VAT code ${before}, which allows less than ${formatPounds(vat)}. Check the bill, then accept the variance.`,
      });
  }
}

function refuseAt(field: string, result: RuleResult): void {
  if (!result.allowed) throw invalid({ [field]: result.reason });
}
