import type { Consent } from '#domain/customers/customer-fields';
import { balanceWords } from '#domain/wallet/balance-words';
import type { Customer } from '#domain/customers/customer.contract';
import type { Pence } from '#domain/kernel/money';
import { no, type Verdict, yes } from '#domain/kernel/verdict';

type State = Pick<Customer, 'name' | 'number' | 'is_walk_in' | 'merged_into' | 'erased_at'>;

/** Whether anything may be changed about a customer: what is merged or erased stays as it is. */
export function mayChange({ name, merged_into, erased_at }: State): Verdict {
  if (erased_at) return no(`“${name}” cannot be changed: the personal data was erased.`);
  if (merged_into)
    return no(
      `“${name}” was merged into “${merged_into.name}” (${merged_into.number}). Change that one instead.`,
    );
  return yes;
}

type Wanted = Pick<Customer, 'status' | 'credit_limit' | 'consent'>;

/** Whether the values of an edit suit the customer as it stands. */
export function mayBecome(before: State & { consent: Consent }, wanted: Wanted): Verdict {
  if (before.is_walk_in && wanted.status !== 'active')
    return no('The walk-in customer stays active: the till sells to it.', 'status');
  if (before.is_walk_in && wanted.credit_limit !== null)
    return no('The walk-in customer has no credit: nobody would pay it back.', 'credit_limit');
  if (before.is_walk_in && wanted.consent !== 'not_asked')
    return no('The walk-in customer is nobody who could consent.', 'consent');
  if (before.consent !== 'not_asked' && wanted.consent === 'not_asked')
    return no('Consent was asked for already. Choose Withdrawn if it counts no longer.', 'consent');
  return yes;
}

export const mayDelete = ({ is_walk_in }: State): Verdict =>
  is_walk_in ? no('The walk-in customer cannot be deleted: the till sells to it.') : yes;

export const inUse = ({ name }: State): string =>
  `“${name}” is referred to by other records, so it cannot be deleted. Set it to inactive instead.`;

/** Whether one customer may be merged into another. */
export function mayMerge(kept: State & { id: number }, other: State & { id: number }): Verdict {
  if (kept.id === other.id) return no('A customer cannot be merged into itself.', 'other_id');
  if (kept.is_walk_in || other.is_walk_in)
    return no('The walk-in customer stands for everybody, so it cannot be merged.', 'other_id');
  for (const customer of [kept, other])
    if (customer.erased_at)
      return no(`“${customer.name}” cannot be merged: the personal data was erased.`, 'other_id');
  for (const customer of [kept, other])
    if (customer.merged_into)
      return no(
        `“${customer.name}” was merged into “${customer.merged_into.name}” (${customer.merged_into.number}) already.`,
        'other_id',
      );
  return yes;
}

export function mayErase({ name, is_walk_in, merged_into, erased_at }: State): Verdict {
  if (is_walk_in) return no('The walk-in customer is nobody, so there is nothing to erase.');
  if (erased_at) return no(`“${name}” was erased already.`);
  if (merged_into)
    return no(
      `“${name}” was merged into “${merged_into.name}” (${merged_into.number}). Erase that one: it takes this one with it.`,
    );
  return yes;
}

type Ledger = { readonly balance: Pence; readonly open_items: number; readonly held: number };

/** Nobody is erased while something is open with them (rule K4): it could be claimed from nobody afterwards. */
export function hasNothingOpen({ name }: State, { balance, open_items, held }: Ledger): Verdict {
  if (balance !== 0)
    return no(
      `“${name}” cannot be erased: the account is not settled. ${balanceWords(balance, 'customer')}.`,
    );
  if (open_items > 0)
    return no(
      `“${name}” cannot be erased: invoices are open beside unused credit. Match them in the wallet first.`,
    );
  if (held > 0) return no(`“${name}” cannot be erased: a basket is held for them. Sell or void it first.`);
  return yes;
}
