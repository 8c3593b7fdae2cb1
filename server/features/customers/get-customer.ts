import type { CustomerDetail } from '#domain/customers/customer.contract';
import type { Reader } from '../../platform/database/open-database';
import { found } from '../../platform/http/refusal';
import { findCustomer, listMergedInto } from './customers.queries';

/** A customer with what was merged into it. 404 when there is none. */
export async function getCustomer(db: Reader, id: number): Promise<CustomerDetail> {
  const [customer, merged_from] = await Promise.all([findCustomer(db, id), listMergedInto(db, id)]);
  return { ...found(customer, 'Customer'), merged_from };
}
