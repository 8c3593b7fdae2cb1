import { defaultTermsDays } from '#domain/customers/customer-fields';
import type { Holder } from '#domain/kernel/access';
import { passesRecordRule } from '#domain/kernel/record-rules';
import { forbidden } from '../../platform/http/refusal';
import type { CustomerValues } from './customers.queries';

type Terms = Pick<CustomerValues, 'price_group_id' | 'payment_terms_days' | 'credit_limit'>;

/** The terms of a customer with whom nothing was agreed. */
export const defaultTerms: Terms = {
  price_group_id: null,
  payment_terms_days: defaultTermsDays,
  credit_limit: null,
};

/**
 * A price group lowers prices at every sale, so it takes the permission to lower one; credit is given by those who may
 * sell on account or correct a ledger (decision 183).
 */
export function ensureMayAgree(actor: Holder, before: Terms, after: Terms): void {
  const keepsPrices = before.price_group_id === after.price_group_id;
  const keepsCredit =
    before.credit_limit === after.credit_limit && before.payment_terms_days === after.payment_terms_days;
  const why = (keepsPrices ? null : whyNoPrices(actor)) ?? (keepsCredit ? null : whyNoCredit(actor));
  if (why !== null) throw forbidden(why);
}

/** Why a user may not put customers into a price group or take them out; null if they may. */
export const whyNoPrices = (actor: Holder): string | null =>
  passesRecordRule('customerPriceGroups', actor)
    ? null
    : 'You do not have permission to change a customer’s price group.';

/** Why a user may not give customers credit; null if they may. */
export const whyNoCredit = (actor: Holder): string | null =>
  passesRecordRule('customerCredit', actor)
    ? null
    : 'You do not have permission to change a customer’s payment terms or credit limit.';
