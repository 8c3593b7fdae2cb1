import * as z from 'zod';
import { bulkCalls } from '../bulk-changes/bulk-change.contract';
import { can } from '../kernel/access';
import { optionalText } from '../kernel/fields';
import { saleExceptions } from './sale-exceptions.contract';

/** Many paid sales are marked as reviewed, with one note. */
export const exceptionBulk = bulkCalls(saleExceptions.list, {
  many: 'exceptions for paid till sales',
  access: can('approve_variance'),
  change: z.strictObject({ note: optionalText('Note', 300) }),
});
