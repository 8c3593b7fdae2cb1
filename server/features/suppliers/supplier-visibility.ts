import { hasPermission } from '#domain/kernel/access';
import type { Actor } from '../../platform/http/actor';
import { forbidden } from '../../platform/http/refusal';
import type { SupplierFilter, SupplierVisibility } from './suppliers.queries';

/** Sorting a list by what is owed reveals it too. 403 without permission to see it. */
export function supplierVisibility(
  { sort_by }: Pick<SupplierFilter, 'sort_by'>,
  actor: Actor,
): SupplierVisibility {
  const withOwed = hasPermission(actor, 'view_ledger');
  if (!withOwed && sort_by === 'owed')
    throw forbidden('You do not have permission to see what suppliers are owed, or to sort by it.');
  return { withOwed };
}
