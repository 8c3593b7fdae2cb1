import * as z from 'zod';
import { can } from '../kernel/access';
import { call } from '../kernel/call';
import { optionalLongText, version } from '../kernel/fields';

/** The optional parts of a receipt. Goods, totals, VAT and payment are always shown. */
export const receiptLayout = z.object({
  /** Below the name and address: opening hours, a greeting. */
  header: z.string().nullable(),
  footer: z.string().nullable(),
  shows_logo: z.boolean(),
  shows_served_by: z.boolean(),
  shows_barcode: z.boolean(),
});

const chosen = (what: string) => z.boolean(`Choose whether to show ${what}.`);

const reply = receiptLayout.extend({ version });

export const receiptSettings = {
  get: call('GET', '/settings/receipts', {
    summary: 'Show the receipt settings',
    access: can('view_setting'),
    reply,
  }),
  save: call('PUT', '/settings/receipts', {
    summary: 'Edit the receipt settings',
    access: can('edit_setting'),
    body: z.strictObject({
      header: optionalLongText('Header', 500),
      footer: optionalLongText('Footer', 500),
      shows_logo: chosen('the logo'),
      shows_served_by: chosen('who served the customer'),
      shows_barcode: chosen('the barcode'),
      version: version.optional(),
    }),
    reply,
  }),
};

export type ReceiptLayout = z.output<typeof receiptLayout>;
export type ReceiptSettings = z.output<typeof reply>;

/** The defaults. */
export const defaultReceipt: ReceiptLayout = {
  header: null,
  footer: null,
  shows_logo: true,
  shows_served_by: true,
  shows_barcode: true,
};
