import type { Supplier, SupplierWrite } from '#domain/suppliers/supplier.contract';
import { recordAudit, recordEdit } from '../../kernel/audit';
import type { WriteContext } from '../../platform/http/context';
import { ensureCurrent } from '../../platform/http/ensure-current';
import { insertSupplier, lockSupplier, type SupplierValues, updateSupplier } from './suppliers.queries';

/** Adds a supplier. */
export async function createSupplier(ctx: WriteContext, input: SupplierWrite): Promise<Supplier> {
  const supplier = await insertSupplier(ctx.tx, valuesOf(input), ctx.now);
  recordAudit(ctx, {
    action: 'created',
    recordType: 'supplier',
    recordId: supplier.id,
    recordName: supplier.name,
    after: valuesOf(supplier),
  });
  return supplier;
}

/** Edits a supplier. 404 when it is gone, 409 with the current values when someone else changed it. */
export async function editSupplier(
  ctx: WriteContext,
  id: number,
  edit: SupplierWrite & { readonly version?: number | undefined },
): Promise<Supplier> {
  const before = ensureCurrent(await lockSupplier(ctx.tx, id), edit.version, 'Supplier');
  const after = await updateSupplier(ctx.tx, id, valuesOf(edit), ctx.now);
  recordEdit(ctx, { type: 'supplier', id, name: after.name }, valuesOf(before), valuesOf(after));
  return after;
}

/** Only the editable fields; omitted ones are null. */
const valuesOf = (supplier: SupplierWrite): SupplierValues => ({
  name: supplier.name,
  email: supplier.email ?? null,
  phone: supplier.phone ?? null,
  contact_person: supplier.contact_person ?? null,
  address: supplier.address ?? null,
  status: supplier.status,
});
