import { hasPermission } from '#domain/kernel/access';
import { suppliers } from '#domain/suppliers/supplier.contract';
import type { Actor } from '../../platform/http/actor';
import { ensureFigures } from '../../platform/http/ensure-figures';
import type { SupplierFilter, SupplierVisibility } from './suppliers.queries';

/** What a list of suppliers shows. 403 for sorting it by what is owed without permission to see that. */
export function supplierVisibility(query: Pick<SupplierFilter, 'sort_by'>, actor: Actor): SupplierVisibility {
  ensureFigures(suppliers.list, query, actor);
  return { withOwed: hasPermission(actor, 'view_ledger') };
}
