import * as z from 'zod';
import { can } from '../kernel/access';
import { call } from '../kernel/call';
import { labelKind, labelSheetCode } from './label-sheet';

/** The maximum number of labels in one file: fifty sheets of the most common size. */
export const maxLabels = 1000;
const maxProducts = maxLabels;

const itemsMessage =
  'Enter labels as product and count, such as 12x3,15x1: at most 1,000 products and 999 of each.';
const items = z
  .string(itemsMessage)
  .max(maxProducts * 20, itemsMessage)
  .regex(/^[1-9]\d{0,14}x[1-9]\d{0,2}(?:,[1-9]\d{0,14}x[1-9]\d{0,2})*$/, itemsMessage)
  .transform(text =>
    text.split(',').map(item => {
      const [product, count] = item.split('x').map(Number);
      return { product_id: product ?? 0, count: count ?? 0 };
    }),
  )
  .refine(rows => rows.length <= maxProducts, itemsMessage)
  .refine(
    rows => rows.reduce((sum, { count }) => sum + count, 0) <= maxLabels,
    `Print at most ${maxLabels.toLocaleString('en-GB')} labels at once.`,
  );

const skip = z
  .string()
  .regex(/^\d{1,2}$/, 'Enter how many labels on the first sheet are already used, from 0 to 64.')
  .transform(Number);

export const productLabels = call('GET', '/products/labels', {
  summary: 'Download barcode or shelf labels as a PDF for label sheets',
  access: can('view_product'),
  query: z.strictObject({ sheet: labelSheetCode, kind: labelKind, items, skip: skip.optional() }),
  reply: z.unknown(),
  replyKind: 'file',
  perMinute: 60,
});
