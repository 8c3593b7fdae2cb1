import { customerBulk, type CustomerBulkChange } from '#domain/customers/customer-bulk.contract';
import { maxTags } from '#domain/customers/customer-fields';
import type { Customer } from '#domain/customers/customer.contract';
import { penceFromPounds, poundsFromPence } from '#domain/kernel/money';
import { recordEdit } from '../../kernel/audit';
import type { BulkList, BulkRecord, BulkValues } from '../../kernel/bulk-changes';
import type { Actor } from '../../platform/http/actor';
import { invalid } from '../../platform/http/refusal';
import { whyNoCredit, whyNoPrices } from './customer-terms';
import { canBecome } from './customer.rules';
import { findCustomersForChange, loadCustomers, lockCustomers, updateCustomer } from './customers.queries';
import { listVisibility } from './list-visibility';
import { factsOf, lockPriceGroup, valuesOf } from './save-customer';

type Row = BulkRecord & { readonly customer: Customer };

const rowOf = (customer: Customer): Row => {
  const { id, version, name, status, tags, price_group, payment_terms_days, credit_limit } = customer;
  return {
    id,
    version,
    name,
    customer,
    values: {
      status,
      tags: [...tags].sort(),
      price_group_id: price_group?.id ?? null,
      payment_terms_days,
      credit_limit: credit_limit === null ? null : poundsFromPence(credit_limit),
    },
  };
};

/** How many customers are changed at once. */
export const customerBulkList: BulkList<
  typeof customerBulk.start.body.shape.filter,
  typeof customerBulk.start.body.shape.change,
  Row
> = {
  name: 'customers',
  calls: customerBulk,
  find: (db, filter, context) => findCustomersForChange(db, filter, listVisibility(filter, context)),
  load: async (db, ids) => (await loadCustomers(db, ids)).map(rowOf),
  lock: async (tx, ids) => [...(await lockCustomers(tx, ids)).values()].map(rowOf),
  whyForbidden,
  async ensureValid(tx, { price_group_id }) {
    if (price_group_id != null && !(await lockPriceGroup(tx, price_group_id)))
      throw invalid({ 'change.price_group_id': 'This price group no longer exists. Choose another.' });
  },
  apply,
  refusal,
  async write(ctx, { id, customer }, next) {
    const after = await updateCustomer(ctx.tx, id, { ...valuesOf(customer), ...enteredFrom(next) }, ctx.now);
    recordEdit(ctx, { type: 'customer', id, name: after.name }, factsOf(customer), factsOf(after));
  },
  facts: ({ status, add_tags = [], remove_tags = [], price_group_id, payment_terms_days, credit_limit }) => ({
    ...(status ? { status } : {}),
    ...(add_tags.length > 0 ? { 'Add tags': add_tags } : {}),
    ...(remove_tags.length > 0 ? { 'Remove tags': remove_tags } : {}),
    ...(price_group_id === null ? { 'Price group': 'list prices' } : { price_group_id }),
    payment_terms_days,
    ...(credit_limit === null ? { 'Credit limit': 'none' } : {}),
    ...(credit_limit == null ? {} : { credit_limit: poundsFromPence(credit_limit) }),
  }),
};

function whyForbidden(actor: Actor, change: unknown): string | null {
  const { price_group_id, payment_terms_days, credit_limit } = change as CustomerBulkChange;
  const keepsCredit = payment_terms_days === undefined && credit_limit === undefined;
  return (
    (price_group_id === undefined ? null : whyNoPrices(actor)) ?? (keepsCredit ? null : whyNoCredit(actor))
  );
}

function apply({ customer, values }: Row, change: CustomerBulkChange): BulkValues {
  const {
    status,
    add_tags = [],
    remove_tags = [],
    price_group_id,
    payment_terms_days,
    credit_limit,
  } = change;
  const removed = new Set(remove_tags);
  const tags = [...new Set([...customer.tags.filter(tag => !removed.has(tag)), ...add_tags])].sort();
  return {
    ...values,
    tags,
    ...(status ? { status } : {}),
    ...(price_group_id === undefined ? {} : { price_group_id }),
    ...(payment_terms_days === undefined ? {} : { payment_terms_days }),
    ...(credit_limit === undefined
      ? {}
      : { credit_limit: credit_limit === null ? null : poundsFromPence(credit_limit) }),
  };
}

const enteredFrom = ({ status, tags, price_group_id, payment_terms_days, credit_limit }: BulkValues) => ({
  status: status as Customer['status'],
  tags: [...(tags as readonly string[])],
  price_group_id: price_group_id as number | null,
  payment_terms_days: payment_terms_days as number,
  credit_limit: credit_limit === null ? null : penceFromPounds(credit_limit as string),
});

/** The rules of editing one customer, without the name, which would outlive an erasure. */
function refusal({ customer }: Row, next: BulkValues): string | null {
  if (customer.erased_at) return 'The personal data was erased.';
  if (customer.merged_into) return 'It was merged into another customer. Change that customer instead.';
  const entered = enteredFrom(next);
  if (entered.tags.length > maxTags) return `It would have more than ${maxTags} tags.`;
  const rule = canBecome(customer, { ...valuesOf(customer), ...entered });
  return rule.allowed ? null : rule.reason;
}
