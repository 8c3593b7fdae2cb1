import * as z from 'zod';
import { bulkCalls } from '../bulk-changes/bulk-change.contract';
import { can } from '../kernel/access';
import { id, recordStatus } from '../kernel/fields';
import { creditLimit, customers } from './customer.contract';
import { paymentTermsDays, tags } from './customer-fields';

/** What can be changed on many customers at once; omitted fields do not change. */
const change = z
  .strictObject({
    status: recordStatus.optional(),
    add_tags: tags.optional(),
    remove_tags: tags.optional(),
    payment_terms_days: paymentTermsDays.optional(),
    /** Null: list prices. */
    price_group_id: id.nullish(),
    /** Null: no credit. */
    credit_limit: creditLimit,
  })
  .refine(wanted => Object.values(wanted).some(value => value !== undefined), 'Choose at least one change.');

export const customerBulk = bulkCalls(customers.list, {
  many: 'customers',
  access: can('view_customer', 'edit_customer'),
  change,
});
export type CustomerBulkChange = z.output<typeof change>;
