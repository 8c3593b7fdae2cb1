import * as z from 'zod';
import { type Customer, type CustomerWrite, customers } from '#domain/customers/customer.contract';
import { poundsFromPence } from '#domain/kernel/money';
import { recordAudit, recordEdit } from '../../kernel/audit';
import type { Tx } from '../../platform/database/open-database';
import type { WriteContext } from '../../platform/http/context';
import { ensureCurrent } from '../../platform/http/ensure-current';
import { ensure, invalid } from '../../platform/http/refusal';
import { canBecome, canChange } from './customer.rules';
import { ensureMayAgree, defaultTerms } from './customer-terms';
import { type CustomerValues, insertCustomer, lockCustomer, updateCustomer } from './customers.queries';

/** Adds a customer. Likely duplicates are allowed; the form has warned of them. */
export async function createCustomer(ctx: WriteContext, input: CustomerWrite): Promise<Customer> {
  ensureMayAgree(ctx.actor, defaultTerms, enteredValues(input));
  await ensurePriceGroup(ctx, input);
  const noted = input.consent === 'not_asked' ? unasked : notedNow(ctx);
  const customer = await insertCustomer(ctx.tx, { ...enteredValues(input), ...noted }, ctx.now);
  recordAudit(ctx, {
    action: 'created',
    recordType: 'customer',
    recordId: customer.id,
    recordName: customer.name,
    after: Object.fromEntries(Object.entries(factsOf(customer)).filter(([, fact]) => !isBlank(fact))),
  });
  return customer;
}

/**
 * Edits a customer. 404 if it does not exist, 409 if it was merged or erased, or with the current values if
 * it changed in the meantime. The time of consent only changes with the consent.
 */
export async function editCustomer(
  ctx: WriteContext,
  id: number,
  edit: CustomerWrite & { readonly version?: number | undefined },
): Promise<Customer> {
  const before = currentCustomer(await lockCustomer(ctx.tx, id), edit.version, ensureCurrent);
  ensure(canChange(before));
  await ensurePriceGroup(ctx, edit);
  const entered = enteredValues(edit);
  ensure(canBecome(before, entered));
  ensureMayAgree(ctx.actor, valuesOf(before), entered);
  const { consent_at, consent_by } = before;
  const noted = entered.consent === before.consent ? { consent_at, consent_by } : notedNow(ctx);
  const after = await updateCustomer(ctx.tx, id, { ...entered, ...noted }, ctx.now);
  recordEdit(ctx, { type: 'customer', id, name: after.name }, factsOf(before), factsOf(after));
  return after;
}

/** The customer, if it is still the version that was edited or opened; else 409 with the current values. */
export function currentCustomer(
  customer: Customer | undefined,
  version: number | undefined,
  ensureVersion: typeof ensureCurrent,
): Customer {
  if (customer && version !== undefined && version !== customer.version)
    ensureVersion(z.encode(customers.update.reply, customer), version, 'Customer');
  return ensureVersion(customer, version, 'Customer');
}

async function ensurePriceGroup({ tx }: WriteContext, { price_group_id }: CustomerWrite): Promise<void> {
  if (price_group_id != null && !(await lockPriceGroup(tx, price_group_id)))
    throw invalid({ price_group_id: 'This price group no longer exists. Choose another.' });
}

/** Locks a price group, so that it cannot be deleted in between. Returns whether it exists. */
export async function lockPriceGroup(tx: Tx, id: number): Promise<boolean> {
  const group = await tx
    .selectFrom('price_groups')
    .select('id')
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst();
  return group !== undefined;
}

const isBlank = (fact: unknown) => fact === null || (Array.isArray(fact) && fact.length === 0);
const unasked = { consent_at: null, consent_by: null };
const notedNow = ({ now, actor }: WriteContext) => ({ consent_at: now, consent_by: actor.name });

/** The values entered; missing ones are null. */
const enteredValues = (input: CustomerWrite): Omit<CustomerValues, 'consent_at' | 'consent_by'> => ({
  name: input.name,
  kind: input.kind,
  contact_person: input.contact_person ?? null,
  email: input.email ?? null,
  phone: input.phone ?? null,
  billing_address: input.billing_address ?? null,
  billing_postcode: input.billing_postcode ?? null,
  country: input.country,
  delivery_address: input.delivery_address ?? null,
  delivery_postcode: input.delivery_postcode ?? null,
  delivery_country: input.delivery_country ?? null,
  vat_number: input.vat_number,
  tax_number: input.tax_number ?? null,
  price_group_id: input.price_group_id ?? null,
  payment_terms_days: input.payment_terms_days,
  credit_limit: input.credit_limit ?? null,
  consent: input.consent,
  tags: input.tags,
  notes: input.notes ?? null,
  status: input.status,
});

/** All columns written for a customer. */
export const valuesOf = (customer: Customer): CustomerValues => ({
  ...enteredValues({ ...customer, price_group_id: customer.price_group?.id ?? null }),
  consent_at: customer.consent_at,
  consent_by: customer.consent_by,
});

/** The same for the audit log, with the limit in pounds. */
export function factsOf(customer: Customer): Record<string, unknown> {
  const { credit_limit, price_group } = customer;
  const { price_group_id: _id, ...values } = valuesOf(customer);
  return {
    ...values,
    price_group: price_group?.name ?? null,
    credit_limit: credit_limit === null ? null : poundsFromPence(credit_limit),
  };
}
