import { hasPermission } from '#domain/kernel/access';
import { londonDate } from '#domain/kernel/dates';
import type { ReadContext } from '../../platform/http/context';
import { forbidden } from '../../platform/http/refusal';
import type { CustomerFilter, ListVisibility } from './customers.queries';

/** Sorting and filtering a list reveals balances too. 403 without permission to see them. */
export function listVisibility(
  { sort_by, standing }: Pick<CustomerFilter, 'sort_by' | 'standing'>,
  { actor, now }: Pick<ReadContext, 'actor' | 'now'>,
): ListVisibility {
  const withBalances = hasPermission(actor, 'view_ledger');
  if (!withBalances && (sort_by === 'owed' || sort_by === 'wallet' || standing !== undefined))
    throw forbidden('You do not have permission to see what customers owe, or to sort or filter by it.');
  return { withBalances, today: londonDate(now) };
}
