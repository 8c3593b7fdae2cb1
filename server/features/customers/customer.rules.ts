import { isExport } from '#domain/countries/vat-by-country';
import type { Consent } from '#domain/customers/customer-fields';
import { balanceWords } from '#domain/wallet/balance-words';
import type { Customer } from '#domain/customers/customer.contract';
import type { Pence } from '#domain/kernel/money';
import { no, type RuleResult, yes } from '#domain/kernel/rule-result';

type State = Pick<Customer, 'name' | 'number' | 'is_walk_in' | 'merged_into' | 'erased_at'>;

/** Whether a customer can be changed: merged and erased ones cannot. */
export function canChange({ name, merged_into, erased_at }: State): RuleResult {
  if (erased_at) return no(`“${name}” cannot be changed: the personal data was erased.`);
  if (merged_into)
    return no(
      `“${name}” was merged into “${merged_into.name}” (${merged_into.number}). Change that customer instead.`,
    );
  return yes;
}

type Wanted = Pick<Customer, 'status' | 'credit_limit' | 'consent' | 'country' | 'delivery_country'> & {
  readonly price_group_id: number | null;
};

/** Whether the values of an edit are valid for the customer. */
export function canBecome(before: State & { consent: Consent }, requested: Wanted): RuleResult {
  const result = before.is_walk_in ? canBecomeWalkIn(requested) : yes;
  if (!result.allowed) return result;
  if (before.consent !== 'not_asked' && requested.consent === 'not_asked')
    return no('Consent has already been recorded. Choose Withdrawn if it no longer applies.', 'consent');
  return yes;
}

/** Tills sell to the walk-in customer at list prices in the UK, without asking the server (rule V28). */
function canBecomeWalkIn(requested: Wanted): RuleResult {
  if (requested.status !== 'active')
    return no('The walk-in customer must stay active because the till uses it.', 'status');
  if (requested.credit_limit !== null)
    return no('The walk-in customer cannot have a credit limit.', 'credit_limit');
  if (requested.price_group_id !== null)
    return no('The walk-in customer always pays list prices.', 'price_group_id');
  if (isExport(requested.delivery_country ?? requested.country))
    return no(
      'The walk-in customer must be in the UK.',
      requested.delivery_country === null ? 'country' : 'delivery_country',
    );
  if (requested.consent !== 'not_asked') return no('The walk-in customer cannot give consent.', 'consent');
  return yes;
}

/** Erased and merged ones stay: the audit log is checked against them. */
export function canDelete({ name, is_walk_in, merged_into, erased_at }: State): RuleResult {
  if (is_walk_in) return no('The walk-in customer cannot be deleted because the till uses it.');
  if (erased_at)
    return no(`“${name}” cannot be deleted: the record that the personal data was erased must stay.`);
  if (merged_into)
    return no(
      `“${name}” was merged into “${merged_into.name}” (${merged_into.number}), so it cannot be deleted.`,
    );
  return yes;
}

export const inUse = ({ name }: State): string =>
  `“${name}” is referred to by other records, so it cannot be deleted. Set it to inactive instead.`;

/** Whether one customer can be merged into another. */
export function canMerge(kept: State & { id: number }, other: State & { id: number }): RuleResult {
  if (kept.id === other.id) return no('A customer cannot be merged into itself.', 'other_id');
  if (kept.is_walk_in || other.is_walk_in) return no('The walk-in customer cannot be merged.', 'other_id');
  for (const customer of [kept, other])
    if (customer.erased_at)
      return no(`“${customer.name}” cannot be merged: the personal data was erased.`, 'other_id');
  for (const customer of [kept, other])
    if (customer.merged_into)
      return no(
        `“${customer.name}” has already been merged into “${customer.merged_into.name}” (${customer.merged_into.number}).`,
        'other_id',
      );
  return yes;
}

export function canErase({ name, is_walk_in, merged_into, erased_at }: State): RuleResult {
  if (is_walk_in) return no('The walk-in customer has no personal data to erase.');
  if (erased_at) return no(`“${name}” has already been erased.`);
  if (merged_into)
    return no(
      `“${name}” was merged into “${merged_into.name}” (${merged_into.number}). Erase that customer, and this one is erased with it.`,
    );
  return yes;
}

type Ledger = { readonly balance: Pence; readonly open_items: number; readonly held: number };

/** Customers with open items cannot be erased (rule K4), because no one could claim the money afterwards. */
export function hasNothingOpen({ name }: State, { balance, open_items, held }: Ledger): RuleResult {
  if (balance !== 0)
    return no(
      `“${name}” cannot be erased: the account is not settled. ${balanceWords(balance, 'customer')}.`,
    );
  if (open_items > 0)
    return no(
      `“${name}” cannot be erased: there are open invoices and unused credit. Allocate the credit in the wallet first.`,
    );
  if (held > 0) return no(`“${name}” cannot be erased: they have a held sale. Complete or void it first.`);
  return yes;
}
