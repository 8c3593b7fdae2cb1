import * as z from 'zod';
import { can } from '../kernel/access';
import { call, done } from '../kernel/call';
import { id, idsFilter, recordStatus, requiredText, version } from '../kernel/fields';
import { listCalls } from '../kernel/list-query';
import { percentage } from '../kernel/percent';

/** Customers with their own prices. */
const priceGroup = z.object({
  id,
  name: z.string(),
  /** Off the list price, for products without their own price in the group. */
  percent_off: percentage,
  /** The number of products with their own price in the group. */
  products: z.int(),
  status: recordStatus,
  version,
});

const priceGroupBody = z.strictObject({
  name: requiredText('Name', 100),
  percent_off: percentage.default(0),
  status: recordStatus.default('active'),
});

export const priceGroups = {
  ...listCalls('/price-groups', {
    summary: 'List price groups',
    access: can('view_product'),
    exportAccess: can('view_product', 'export_data'),
    listing: {
      sort: ['name'],
      defaultSort: { by: 'name', order: 'asc' },
      filters: { status: recordStatus, ids: idsFilter },
    },
    row: priceGroup,
  }),
  create: call('POST', '/price-groups', {
    summary: 'Add a price group',
    access: can('edit_product'),
    body: priceGroupBody,
    reply: priceGroup,
  }),
  update: call('PUT', '/price-groups/{id}', {
    summary: 'Edit a price group',
    access: can('edit_product'),
    body: priceGroupBody.extend({ version: version.optional() }),
    reply: priceGroup,
  }),
  remove: call('DELETE', '/price-groups/{id}', {
    summary: 'Delete a price group that has no prices',
    access: can('edit_product'),
    reply: done,
  }),
};

export type PriceGroup = z.output<typeof priceGroup>;
export type PriceGroupWrite = z.output<typeof priceGroupBody>;
