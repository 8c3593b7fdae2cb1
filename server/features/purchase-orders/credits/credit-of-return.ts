import { sql } from 'kysely';
import { formatPounds, sum, toPence } from '#domain/kernel/money';
import { passesRecordRule } from '#domain/kernel/record-rules';
import { anyOf, preparedStatement } from '../../../platform/database/prepared-statement';
import type { WriteContext } from '../../../platform/http/context';
import type { Actor } from '../../../platform/http/actor';
import { invalid, Refusal } from '../../../platform/http/refusal';
import { toleratedVariance } from '../bills/match-bill';
import type { ReturnedLine } from './returned-lines';
import { findCreditable, findCreditByTheirs } from '../supplier-documents.queries';

/** The supplier's credit note is not recorded by its amount already, which would count it twice (rules P4, V24). */
export async function ensureNotRecorded(
  ctx: WriteContext,
  supplierId: number,
  theirs: string | null | undefined,
): Promise<void> {
  if (theirs == null) return;
  const recorded = await findCreditByTheirs(ctx.tx, supplierId, theirs);
  if (recorded !== null)
    throw invalid({
      supplier_credit_number: `Credit note ${theirs} has already been recorded as ${recorded}. Check that it is not counted twice; reverse ${recorded} to record it with the goods.`,
    });
}

/**
 * Who only receives goods credits at most what was billed for them: more is a supplier credit note of any amount, with
 * its permission (rule P4, decision 182). Over a pound more has to be accepted, as on a bill.
 */
export function ensureAsBilled(actor: Actor, returned: readonly ReturnedLine[], isAccepted: boolean): void {
  // Net and VAT billed for a part are each rounded by up to half a penny.
  const excesses = returned
    .map(line => toPence(line.creditNet + line.creditVat - line.billedGross))
    .map(pence => (pence > 1 ? pence : toPence(0)));
  const excess = sum(excesses);
  if (excess === 0) return;
  const words = `This credits ${formatPounds(excess)} more than was billed for these goods, including VAT.`;
  if (!passesRecordRule('creditsAboveBills', actor)) {
    const instead = `${words} Someone who can record supplier credit notes must enter it.`;
    const field = `lines.${excesses.findIndex(pence => pence > 0)}.credit_net`;
    throw new Refusal('forbidden', instead, { errors: { [field]: [instead] } });
  }
  if (!isAccepted && excess > toleratedVariance)
    throw invalid({ accept_difference: `${words} Check it, then accept the difference.` });
}

/**
 * What is credited of a bill with goods returned and with credit notes for an amount is never more than the bill (rule
 * P4). Without such credit notes, the supplier may credit as printed (V18). Reads the return's stored lines.
 */
export async function ensureCreditable(ctx: WriteContext, returned: readonly ReturnedLine[]): Promise<void> {
  const credited = returned.filter(line => line.creditNet + line.creditVat > 0);
  const { rows } = await sql<{ receipt: number; bill: number }>`${preparedStatement}
    select goods_received_line_id as receipt, supplier_bill_id as bill from supplier_bill_receipts
    where goods_received_line_id = ${anyOf(credited.map(({ receipt }) => receipt.id))}`.execute(ctx.tx);
  const bills = await findCreditable(ctx.tx, [...new Set(rows.map(({ bill }) => bill))]);
  for (const bill of bills.values()) {
    const excess = toPence(Math.min(bill.credited - bill.gross, bill.credited_by_notes));
    if (excess <= 0 || bill.reversed_at !== null) continue;
    const receipts = new Set(rows.filter(row => row.bill === bill.id).map(({ receipt }) => receipt));
    const index = returned.findLastIndex(
      line => receipts.has(line.receipt.id) && line.creditNet + line.creditVat > 0,
    );
    throw invalid({
      [`lines.${index}.credit_net`]: `This credits ${formatPounds(excess)} more than is left of bill ${bill.supplier_bill_number}, which supplier credit notes have reduced. Enter the amount on the supplier’s credit note.`,
    });
  }
}
