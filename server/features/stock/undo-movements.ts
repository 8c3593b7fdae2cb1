import { sql } from 'kysely';
import { type Pence, toPence } from '#domain/kernel/money';
import { prorate } from '#domain/kernel/prorate';
import { noQuantity, toQuantity } from '#domain/kernel/quantity';
import { type DocumentRef, systemAccounts } from '../../kernel/ledger';
import {
  type EarlierMovement,
  findMovementsOf,
  lockPoolsOf,
  type LockedPools,
  type Movement,
  shortBefore,
} from '../../kernel/stock';
import type { Tx } from '../../platform/database/open-database';
import type { WriteContext } from '../../platform/http/context';
import type { AdjustmentToPost } from './adjust-stock';

type Undone = Required<Pick<AdjustmentToPost, 'pools' | 'movements' | 'approvedShort' | 'costOfSales'>>;

/** Locks the stock that a document moved, and returns what an adjustment has to post to undo it (rule A13). */
export async function undoMovements(ctx: WriteContext, document: DocumentRef): Promise<Undone> {
  const pools = await lockPoolsOf(ctx, [document]);
  const earlier = await findMovementsOf(ctx.tx, document);
  return {
    pools,
    movements: earlier.flatMap(movement => oppositeOf(movement, pools)),
    approvedShort: shortBefore(earlier),
    costOfSales: await costOfSalesOf(ctx.tx, document),
  };
}

/** Found goods cover what was sold ahead of them, and the difference in cost goes to cost of sales (rule I10). */
async function costOfSalesOf(tx: Tx, document: DocumentRef): Promise<Pence> {
  const { rows } = await sql<{ posted: Pence }>`
    select coalesce(sum(l.debit_pence - l.credit_pence), 0)::bigint as posted
    from journals j join journal_lines l on l.journal_id = j.id and l.account_code = ${systemAccounts.costOfGoodsSold}
    where j.document_type = ${document.type} and j.document_id = ${document.id}`.execute(tx);
  return rows[0]?.posted ?? toPence(0);
}

/** The movement that undoes another; none for a write-down of goods that have all gone. */
function oppositeOf(earlier: EarlierMovement, pools: LockedPools): Movement[] {
  const { productId, line, quantity, value, unitCostBefore } = earlier;
  if (quantity === 0) {
    const share = shareStillThere(earlier, pools);
    return share === 0 ? [] : [{ productId, line, quantity: noQuantity, value: share, field: 'reason' }];
  }
  const takesBack = { value: toPence(Math.abs(value)), unitCostBefore };
  return [{ productId, line, quantity: toQuantity(0 - quantity), takesBack, field: 'reason' }];
}

/** A write-down belongs to the goods there were: those sold since took their part of it along (as rule I15). */
function shareStillThere({ productId, value, quantityAfter }: EarlierMovement, pools: LockedPools): Pence {
  const onHand = Math.max(0, pools.get(productId)?.quantity ?? 0);
  return prorate(toPence(0 - value), Math.min(onHand, quantityAfter), quantityAfter);
}
