import { masterBulks } from '#domain/masters/master-bulk.contract';
import { type BulkTerms, statusField } from '../bulk-changes';
import type { MasterScreen } from './master-screen';

/** What can be changed on many master records at once. */
export const masterBulkTerms = ({ calls, table, one, many }: MasterScreen): BulkTerms => ({
  calls: masterBulks[table],
  list: calls.list,
  exported: { call: calls.export, fileName: many.toLowerCase().replaceAll(' ', '-') },
  one: one.toLowerCase(),
  many: many.toLowerCase(),
  fields: [statusField],
});
