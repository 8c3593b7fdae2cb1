import { recordAudit } from '../../kernel/audit';
import { sqlState } from '../../platform/database/transaction';
import type { WriteContext } from '../../platform/http/context';
import { conflict, ensure, found } from '../../platform/http/refusal';
import { inUse, mayDelete } from './customer.rules';
import { deleteCustomer, lockCustomer } from './customers.queries';

/** What a foreign key says that restricts: the second since PostgreSQL 18. */
const isReferredTo = new Set(['23503', '23001']);

/**
 * Deletes a customer that nothing refers to (rule P12). Whatever has a foreign key on customers refuses it, so that
 * no list of documents has to be kept here. 404 when it is gone, 409 otherwise.
 */
export async function removeCustomer(ctx: WriteContext, id: number): Promise<{ message: string }> {
  const customer = found(await lockCustomer(ctx.tx, id), 'Customer');
  ensure(mayDelete(customer));
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
    // Whoever was deleted is not kept on in the log beyond what was there already.
    before: { number: customer.number, kind: customer.kind, status: customer.status },
  });
  return { message: 'Deleted successfully!' };
}
