import { sql } from 'kysely';
import { recordAudit } from '../../../kernel/audit';
import type { WriteContext } from '../../../platform/http/context';
import { conflict } from '../../../platform/http/refusal';
import { lockOrder } from './stored-order';

/** Deletes a draft. A sent order is cancelled instead. */
export async function removeOrder(ctx: WriteContext, id: number): Promise<{ message: string }> {
  const order = await lockOrder(ctx.tx, id);
  if (order.status !== 'draft') throw conflict('Only drafts can be deleted. Cancel the order instead.');
  await sql`delete from purchase_orders where id = ${id}`.execute(ctx.tx);
  recordAudit(ctx, {
    action: 'deleted',
    recordType: 'purchase_order',
    recordId: id,
    recordName: order.po_number,
    before: { supplier: order.supplier_name, total_pence: order.total },
  });
  return { message: 'Deleted successfully!' };
}
