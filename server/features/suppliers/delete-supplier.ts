import { recordAudit } from '../../kernel/audit';
import type { WriteContext } from '../../platform/http/context';
import { ensure, ensureFound } from '../../platform/http/refusal';
import { canDelete } from './supplier.rules';
import { countDocuments, deleteSupplier, lockSupplier } from './suppliers.queries';

/** Deletes a supplier without documents (rule P12). 404 when it is gone, 409 naming its documents otherwise. */
export async function removeSupplier(ctx: WriteContext, id: number): Promise<{ message: string }> {
  const supplier = ensureFound(await lockSupplier(ctx.tx, id), 'Supplier');
  ensure(canDelete(supplier.name, await countDocuments(ctx.tx, id)));
  await deleteSupplier(ctx.tx, id);
  recordAudit(ctx, {
    action: 'deleted',
    recordType: 'supplier',
    recordId: id,
    recordName: supplier.name,
    before: { name: supplier.name, email: supplier.email, phone: supplier.phone, status: supplier.status },
  });
  return { message: 'Deleted successfully!' };
}
