import { customers } from '#domain/customers/customer.contract';
import { hasPermission } from '#domain/kernel/access';
import { londonDate } from '#domain/kernel/dates';
import type { ReadContext } from '../../platform/http/context';
import { ensureFigures } from '../../platform/http/ensure-figures';
import type { CustomerFilter, ListVisibility } from './customers.queries';

/** What a list of customers shows. 403 for sorting or filtering by balances without permission to see them. */
export function listVisibility(
  query: Pick<CustomerFilter, 'sort_by' | 'standing'>,
  { actor, now }: Pick<ReadContext, 'actor' | 'now'>,
): ListVisibility {
  ensureFigures(customers.list, query, actor);
  return { withBalances: hasPermission(actor, 'view_ledger'), today: londonDate(now) };
}
