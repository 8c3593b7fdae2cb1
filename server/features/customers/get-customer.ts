import type { CustomerDetail } from '#domain/customers/customer.contract';
import type { Reader } from '../../platform/database/open-database';
import { ensureFound } from '../../platform/http/refusal';
import { findCustomer, listMergedInto } from './customers.queries';

/** A customer with those merged into it. 404 if it does not exist. */
export async function getCustomer(db: Reader, id: number): Promise<CustomerDetail> {
  const [customer, merged_from] = await Promise.all([findCustomer(db, id), listMergedInto(db, id)]);
  return { ...ensureFound(customer, 'Customer'), merged_from };
}
