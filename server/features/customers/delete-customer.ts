import { recordAudit } from '../../kernel/audit';
import { sqlState } from '../../platform/database/database-errors';
import type { WriteContext } from '../../platform/http/context';
import { conflict, ensure, ensureFound } from '../../platform/http/refusal';
import { inUse, canDelete } from './customer.rules';
import { deleteCustomer, lockCustomer } from './customers.queries';

/** Error codes of a restricting foreign key; the second since PostgreSQL 18. */
const isReferredTo = new Set(['23503', '23001']);

/**
 * Deletes a customer without references (rule P12). Foreign keys on customers refuse the deletion, so no
 * list of documents is needed here. 404 if it does not exist, 409 otherwise.
 */
export async function removeCustomer(ctx: WriteContext, id: number): Promise<{ message: string }> {
  const customer = ensureFound(await lockCustomer(ctx.tx, id), 'Customer');
  ensure(canDelete(customer));
  try {
    await deleteCustomer(ctx.tx, id);
  } catch (error) {
    throw isReferredTo.has(sqlState(error) ?? '') ? conflict(inUse(customer)) : error;
  }
  recordAudit(ctx, {
    action: 'deleted',
    recordType: 'customer',
    recordId: id,
    recordName: customer.number,
    // The audit log keeps no further details of a deleted customer.
    before: { number: customer.number, kind: customer.kind, status: customer.status },
  });
  return { message: 'Deleted successfully!' };
}
