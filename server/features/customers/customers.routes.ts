import { londonDate } from '#domain/kernel/dates';
import { customerAttachments } from '#domain/customers/customer-attachment.contract';
import { customers } from '#domain/customers/customer.contract';
import { attachmentRoutes } from '../../kernel/attachments';
import { read, type Route, write, takesLong, writeThenRead } from '../../platform/http/route';
import { exportReply } from '../../platform/spreadsheets/export-reply';
import { documentsOfCustomers } from './customer-attachments';
import { customerExportColumns } from './customer-export';
import { listCustomers, listTags, streamCustomers, totalCustomers } from './customers.queries';
import { listVisibility } from './list-visibility';
import { removeCustomer } from './delete-customer';
import { eraseCustomer } from './erase-customer';
import { getCustomer } from './get-customer';
import { mergeCustomers } from './merge-customers';
import { exportPersonalData, noteExport } from './personal-data';
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
  // It can be made no other way, and is owed (rule K6).
  takesLong(
    writeThenRead(
      customers.personalData,
      async ({ ctx, params }) => {
        await noteExport(ctx, params.id);
        return params.id;
      },
      ({ db, actor, now }, id) => exportPersonalData(db, id, { actor, now }),
    ),
  ),
  ...attachmentRoutes(customerAttachments, documentsOfCustomers),
  write(customers.create, ({ ctx, body }) => createCustomer(ctx, body)),
  write(customers.update, ({ ctx, params, body }) => editCustomer(ctx, params.id, body)),
  write(customers.remove, ({ ctx, params }) => removeCustomer(ctx, params.id)),
  write(customers.merge, ({ ctx, params, body }) => mergeCustomers(ctx, params.id, body)),
  write(customers.erase, ({ ctx, params, body }) => eraseCustomer(ctx, params.id, body)),
];
