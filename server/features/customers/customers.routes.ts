import { hasPermission } from '#domain/kernel/access';
import { londonDate } from '#domain/kernel/dates';
import { customers } from '#domain/customers/customer.contract';
import type { ReadContext } from '../../platform/http/context';
import { forbidden } from '../../platform/http/refusal';
import { read, type Route, write } from '../../platform/http/route';
import { exportReply } from '../../platform/spreadsheets/export-reply';
import { customerExportColumns } from './customer-export';
import {
  type CustomerFilter,
  listCustomers,
  type ListVisibility,
  listTags,
  streamCustomers,
  totalCustomers,
} from './customers.queries';
import { removeCustomer } from './delete-customer';
import { eraseCustomer } from './erase-customer';
import { getCustomer } from './get-customer';
import { mergeCustomers } from './merge-customers';
import { exportPersonalData } from './personal-data';
import { createCustomer, editCustomer } from './save-customer';
import { findPossibleDuplicates, searchCustomers } from './search-customers';

export const customerRoutes: Route[] = [
  read(customers.list, ({ db, query, ...context }) =>
    listCustomers(db, query, listVisibility(query, context)),
  ),
  read(customers.export, async ({ db, query, ...context }) => {
    const visibility = listVisibility(query, context);
    return exportReply(
      'customers',
      query.format,
      customerExportColumns(visibility.withBalances),
      streamCustomers(db, query, visibility),
    );
  }),
  read(customers.totals, ({ db, query, now }) => totalCustomers(db, query, londonDate(now))),
  read(customers.search, ({ db, query }) => searchCustomers(db, query)),
  read(customers.tags, ({ db }) => listTags(db)),
  read(customers.lookAlikes, ({ db, query }) => findPossibleDuplicates(db, query)),
  read(customers.get, ({ db, params }) => getCustomer(db, params.id)),
  read(customers.personalData, ({ db, params, now }) => exportPersonalData(db, params.id, now)),
  write(customers.create, ({ ctx, body }) => createCustomer(ctx, body)),
  write(customers.update, ({ ctx, params, body }) => editCustomer(ctx, params.id, body)),
  write(customers.remove, ({ ctx, params }) => removeCustomer(ctx, params.id)),
  write(customers.merge, ({ ctx, params, body }) => mergeCustomers(ctx, params.id, body)),
  write(customers.erase, ({ ctx, params, body }) => eraseCustomer(ctx, params.id, body)),
];

/** Sorting and filtering a list reveals balances too. 403 without permission to see them. */
function listVisibility(
  { sort_by, standing }: Pick<CustomerFilter, 'sort_by' | 'standing'>,
  { actor, now }: Pick<ReadContext, 'actor' | 'now'>,
): ListVisibility {
  const withBalances = hasPermission(actor, 'view_ledger');
  if (!withBalances && (sort_by === 'owed' || sort_by === 'wallet' || standing !== undefined))
    throw forbidden('You do not have permission to see what customers owe, or to sort or filter by it.');
  return { withBalances, today: londonDate(now) };
}
