import * as z from 'zod';
import { can } from '../kernel/access';
import { call } from '../kernel/call';
import { calendarDate, instant } from '../kernel/dates';
import { id, idFilter, idsFilter, optionalText } from '../kernel/fields';
import { listCalls, severalOf } from '../kernel/list-query';
import { money } from '../kernel/money';
import { saleExceptionKind, saleExceptionRow } from './sale-exception';

const listedException = saleExceptionRow.extend({
  /** The sale; null while it could not be posted. */
  sale: z.object({ id, number: z.string() }).nullable(),
  receipt_number: z.string().nullable(),
  register: z.string().nullable(),
  sold_by: z.string().nullable(),
  sent_by: z.string().nullable(),
  sold_at: instant.nullable(),
  total: money,
});

const listed = listCalls('/sale-exceptions', {
  summary: 'List exceptions for paid till sales',
  access: can('approve_variance'),
  exportAccess: can('approve_variance', 'export_data'),
  listing: {
    sort: ['id', 'amount'],
    defaultSort: { by: 'id', order: 'desc' },
    filters: {
      state: z.enum(['open', 'reviewed'], 'Choose open or reviewed.'),
      kind: severalOf(saleExceptionKind),
      session_id: idFilter,
      ids: idsFilter,
      from: calendarDate,
      to: calendarDate,
    },
  },
  row: listedException,
});

/** For managers: sales that were posted with something unusual. */
export const saleExceptions = {
  ...listed,
  totals: call('GET', '/sale-exceptions/totals', {
    summary: 'Total the amounts of a list of exceptions for paid till sales',
    access: can('approve_variance'),
    query: listed.list.query,
    reply: z.object({ amount: money }),
  }),
  review: call('POST', '/sale-exceptions/{id}/review', {
    summary: 'Mark an exception as reviewed',
    access: can('approve_variance'),
    body: z.strictObject({ note: optionalText('Note', 300) }),
    reply: listedException,
  }),
  postAgain: call('POST', '/sale-exceptions/{id}/book', {
    summary: 'Retry posting a sale that could not be posted',
    access: can('approve_variance'),
    reply: listedException,
  }),
};

export type SaleExceptionListed = z.output<typeof listedException>;
