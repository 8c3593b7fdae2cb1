import * as z from 'zod';
import { can } from '../kernel/access';
import { call } from '../kernel/call';
import { id, version } from '../kernel/fields';
import { vatNumberText } from '../kernel/vat-number';

const terms = z.object({
  id,
  /** Days until due, from the bill date, unless the bill states a due date. */
  payment_terms_days: z.int(),
  /** `GB` and nine digits. */
  vat_number: z.string().nullable(),
  version,
});

/** The fields that the form and files share. */
export const supplierTermsFields = {
  payment_terms_days: z
    .int('Enter a whole number of days.')
    .min(0, 'Enter zero days or more.')
    .max(365, 'Enter at most 365 days.'),
  vat_number: vatNumberText,
};

/** The payment terms of a supplier for whom none were entered. */
export const defaultSupplierTermsDays = 30;

/** The terms a supplier sells on; the prices are in `supplierPrices`. */
export const supplierTerms = {
  get: call('GET', '/suppliers/{id}/terms', {
    summary: 'Show a supplier’s terms',
    access: can('view_supplier'),
    reply: terms,
  }),
  save: call('PUT', '/suppliers/{id}/terms', {
    summary: 'Edit a supplier’s terms',
    access: can('edit_supplier'),
    body: z.strictObject({ ...supplierTermsFields, version: version.optional() }),
    reply: terms,
  }),
};

export type SupplierTerms = z.output<typeof terms>;
