import { sql } from 'kysely';
import type { BodyOf } from '#domain/kernel/call';
import { formatPounds, type Pence, sum, toPence } from '#domain/kernel/money';
import type { supplierDocuments } from '#domain/purchase-orders/supplier-document.contract';
import { anyOf } from '../../../platform/database/prepared-statement';
import type { Tx } from '../../../platform/database/open-database';
import { invalid } from '../../../platform/http/refusal';
import type { CreditableBill } from '../supplier-documents.queries';

type Body = BodyOf<typeof supplierDocuments.credit>;

/** What a line takes off a cost: VAT that was not recovered is part of it (rule V2). */
export const costOf = ({ net, vat }: Body['lines'][number], recoversVat: boolean): Pence =>
  toPence(net + (recoversVat ? 0 : vat));

/**
 * Lines without an account lower the cost of the goods on the bills, so they are covered by the amounts against those
 * bills, and are not more than the goods cost: the pool also holds goods of other bills (rule I11, decision 065).
 */
export function ensureGoodsCovered(
  body: Body,
  { bills, recoversVat }: { bills: ReadonlyMap<number, CreditableBill>; recoversVat: boolean },
  cost: Pence,
): void {
  const covered = sum(
    body.bills.filter(({ bill_id }) => bills.get(bill_id)?.kind === 'goods').map(({ amount }) => amount),
  );
  let [gross, lowered] = [0, 0];
  for (const [index, line] of body.lines.entries()) {
    if (line.account != null) continue;
    gross += line.net + line.vat;
    lowered += costOf(line, recoversVat);
    if (gross > covered)
      throw tooMuch(index, `${formatPounds(covered)} including VAT is entered against bills for goods.`);
    if (lowered > cost)
      throw tooMuch(
        index,
        `The goods on these bills cost ${formatPounds(cost)} ${recoversVat ? 'excluding' : 'including'} VAT, without what was returned or credited.`,
      );
  }
}

/**
 * What the goods on bills cost, with VAT that was not recovered, without those returned since and without what earlier
 * credit notes took off their cost.
 */
export async function creditableCost(tx: Tx, billIds: readonly number[]): Promise<Pence> {
  const { rows } = await sql<{ cost: Pence }>`
    with goods as (
      select g.id, least(r.net_pence + r.vat_pence - r.vat_recovered_pence,
        g.billed_net_pence + g.billed_vat_pence - g.billed_vat_recovered_pence) as cost
      from supplier_bill_receipts r join goods_received_lines g on g.id = r.goods_received_line_id and g.is_stock
      where r.supplier_bill_id = ${anyOf(billIds)}
    ), credited as (
      select c.amount_pence from late_costs c
      where c.goods_received_line_id in (select id from goods) and c.document_type = 'supplier_credit'
        and c.reverses_id is null and not exists (select from late_costs back where back.reverses_id = c.id)
        and c.document_id in (select b.supplier_credit_id from supplier_credit_bills b
          where b.supplier_bill_id = ${anyOf(billIds)})
    )
    select (coalesce((select sum(cost) from goods), 0) + coalesce((select sum(amount_pence) from credited), 0))::bigint
      as cost`.execute(tx);
  return toPence(Math.max(0, rows[0]?.cost ?? 0));
}

const tooMuch = (index: number, why: string) =>
  invalid({ [`lines.${index}.account`]: `${why} Choose an account for the rest, on a line of its own.` });
