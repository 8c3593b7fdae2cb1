import * as z from 'zod';
import { countryCode, homeCountry, optionalCountry } from '../countries/country';
import { optionalEmail, optionalLongText, optionalText, recordStatus, requiredText } from '../kernel/fields';
import { checkedVatNumberText } from '../kernel/vat-check-digits';
import { tidyPostcode } from './postcode';

export const customerKind = z.enum(['person', 'company'], 'Choose Person or Company.');
export type CustomerKind = z.infer<typeof customerKind>;
export const customerKindNames: Readonly<Record<CustomerKind, string>> = {
  person: 'Person',
  company: 'Company',
};

/** Marketing consent. The default is that the customer has not been asked. */
export const consent = z.enum(['not_asked', 'given', 'withdrawn'], 'Choose the marketing consent.');
export type Consent = z.infer<typeof consent>;
export const consentNames: Readonly<Record<Consent, string>> = {
  not_asked: 'Not asked',
  given: 'Given',
  withdrawn: 'Withdrawn',
};

/** Merged and erased customers are kept because records refer to them; lists only show them on request. */
export const customerState = z.enum(['active', 'inactive', 'merged', 'erased'], 'Choose a status.');
export type CustomerState = z.infer<typeof customerState>;
export const customerStateNames: Readonly<Record<CustomerState, string>> = {
  active: 'Active',
  inactive: 'Inactive',
  merged: 'Merged',
  erased: 'Erased',
};

export const maxTags = 30;
export const maxNotesLength = 4000;

/**
 * One tag. Lower case, so that Trade and trade are the same; no comma, which separates tags in a spreadsheet
 * cell.
 */
export const tag = requiredText('A tag', 40)
  .refine(text => !/[,;]/.test(text), 'A tag cannot contain a comma or a semicolon.')
  .overwrite(text => text.toLowerCase());

export const tags = z
  .array(tag, 'Send the tags as a list.')
  .max(maxTags, `Enter at most ${maxTags} tags.`)
  .overwrite(list => [...new Set(list)].sort());

const postcode = optionalText('Postcode', 12).overwrite(text => (text ? tidyPostcode(text) : text));

export const paymentTermsDays = z
  .int('Enter a whole number of days.')
  .min(0, 'Enter zero days or more.')
  .max(365, 'Enter at most 365 days.');

/** The payment terms of a customer for whom none were agreed. */
export const defaultTermsDays = 30;

/** The fields that forms and files share; credit and consent differ. */
export const enteredFields = {
  name: requiredText('Name', 200),
  kind: customerKind.default('person'),
  contact_person: optionalText('Contact person', 200),
  email: optionalEmail,
  phone: optionalText('Phone', 40),
  billing_address: optionalLongText('Billing address', 1000),
  billing_postcode: postcode,
  country: countryCode.default(homeCountry),
  /** Without one, goods go to the billing address. */
  delivery_address: optionalLongText('Delivery address', 1000),
  delivery_postcode: postcode,
  /** Defaults to the country of the billing address. */
  delivery_country: optionalCountry,
  vat_number: checkedVatNumberText,
  /** The tax number issued by a tax authority abroad. */
  tax_number: optionalText('Tax number abroad', 40),
  payment_terms_days: paymentTermsDays.default(defaultTermsDays),
  tags: tags.default([]),
  notes: optionalLongText('Notes', maxNotesLength),
  status: recordStatus.default('active'),
};

type Entered = {
  readonly kind: CustomerKind;
  readonly contact_person?: string | null | undefined;
  readonly delivery_address?: string | null | undefined;
  readonly delivery_postcode?: string | null | undefined;
  readonly delivery_country?: string | null | undefined;
};

/** Rules across fields, reported on the field that is wrong. */
export function refuseContradictions(values: Entered, context: z.core.$RefinementCtx): void {
  if (values.kind === 'person' && values.contact_person)
    context.addIssue({
      code: 'custom',
      path: ['contact_person'],
      message: 'Only a company has a contact person. Set the kind to Company, or leave this blank.',
    });
  if (values.delivery_country && !values.delivery_address)
    context.addIssue({
      code: 'custom',
      path: ['delivery_address'],
      message: 'Enter the delivery address too, or leave its country blank.',
    });
  else if (values.delivery_postcode && !values.delivery_address)
    context.addIssue({
      code: 'custom',
      path: ['delivery_address'],
      message: 'Enter the delivery address too, or leave its postcode blank.',
    });
}
