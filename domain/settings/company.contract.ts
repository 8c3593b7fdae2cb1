import * as z from 'zod';
import { can } from '../kernel/access';
import { call, nothing } from '../kernel/call';
import { optionalEmail, optionalLongText, optionalText, requiredText, version } from '../kernel/fields';

const numberMessage = 'Enter a company number of eight characters, such as 01234567 or SC123456.';

/** A company number: eight digits, or two letters and six digits; null if blank. */
const companyNumber = z
  .string('Enter text.')
  .max(40, numberMessage)
  .nullish()
  .transform((text, context) => {
    const written = text?.replaceAll(/\s/g, '').toUpperCase() ?? '';
    if (written === '') return null;
    // A number of seven digits has lost its leading 0.
    const number = /^\d{7}$/.test(written) ? `0${written}` : written;
    if (!/^(?:\d{8}|[A-Z]{2}\d{6})$/.test(number))
      context.addIssue({ code: 'custom', message: numberMessage });
    return number;
  });

const company = z.object({
  /** The registered name. */
  name: z.string(),
  /** The trading name at the top of documents, if different. */
  trading_name: z.string().nullable(),
  address: z.string().nullable(),
  /** Where suppliers deliver, if different. */
  delivery_address: z.string().nullable(),
  /** If different from the address at the top of documents. */
  registered_office: z.string().nullable(),
  company_number: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  website: z.string().nullable(),
  version,
  /** The text below the name on documents. */
  head: z.object({ name: z.string(), lines: z.array(z.string()) }),
  /** The VAT number on today's receipts; null if the company is not registered for VAT. */
  vat_number: z.string().nullable(),
  logo: z.object({ width: z.int(), height: z.int(), address: z.string() }).nullable(),
});

/** The company details shown on documents. */
export const companySettings = {
  get: call('GET', '/settings/company', {
    summary: 'Show the company details shown on documents',
    access: can('view_setting'),
    reply: company,
  }),
  save: call('PUT', '/settings/company', {
    summary: 'Edit the company details shown on documents',
    access: can('edit_setting'),
    body: z.strictObject({
      name: requiredText('Name', 200),
      trading_name: optionalText('Trading name', 200),
      address: optionalLongText('Address', 500),
      delivery_address: optionalLongText('Delivery address', 500),
      registered_office: optionalLongText('Registered office', 500),
      company_number: companyNumber,
      phone: optionalText('Phone', 40),
      email: optionalEmail,
      website: optionalText('Website', 200),
      version: version.optional(),
    }),
    reply: company,
  }),
  addLogo: call('POST', '/settings/company/logo', {
    summary: 'Upload the logo (JPEG or PNG; resized, metadata removed)',
    access: can('edit_setting'),
    bodyKind: 'multipart',
    form: { fields: nothing, files: 'logo', many: false },
    reply: company,
    perMinute: 30,
  }),
  removeLogo: call('DELETE', '/settings/company/logo', {
    summary: 'Remove the logo',
    access: can('edit_setting'),
    reply: company,
  }),
};

export type CompanySettings = z.output<typeof company>;
