import * as z from 'zod';
import { accountNumber, iban, sortCode } from '../kernel/bank-account';
import { can } from '../kernel/access';
import { call } from '../kernel/call';
import { optionalText, version } from '../kernel/fields';

/** The account that customers pay into. */
export const bankDetails = z.object({
  account_name: z.string().nullable(),
  /** `20-11-96` */
  sort_code: z.string().nullable(),
  account_number: z.string().nullable(),
  /** For payments from abroad; without spaces. */
  iban: z.string().nullable(),
});

export type BankDetails = z.output<typeof bankDetails>;

export const noBankDetails: BankDetails = {
  account_name: null,
  sort_code: null,
  account_number: null,
  iban: null,
};

const reply = bankDetails.extend({ version });

const written = z
  .strictObject({
    account_name: optionalText('Account name', 100),
    sort_code: sortCode,
    account_number: accountNumber,
    iban,
    version: version.optional(),
  })
  .superRefine(({ account_name, sort_code, account_number, iban: international }, context) => {
    const missing = (path: string, message: string) =>
      context.addIssue({ code: 'custom', message, path: [path] });
    const isAny = Boolean(sort_code) || Boolean(account_number) || Boolean(international);
    if (isAny && !account_name) missing('account_name', 'Enter the name on the account.');
    if (account_name && !isAny) missing('sort_code', 'Enter the sort code and account number, or the IBAN.');
    if (account_number && !sort_code) missing('sort_code', 'Enter the sort code of the account.');
    if (sort_code && !account_number)
      missing('account_number', 'Enter the account number as well as the sort code.');
  });

/** The bank account printed on invoices, statements and reminders. */
export const bankDetailsSettings = {
  get: call('GET', '/settings/bank-details', {
    summary: 'Show the bank account that customers pay into',
    access: can('view_setting'),
    reply,
  }),
  save: call('PUT', '/settings/bank-details', {
    summary: 'Edit the bank account that customers pay into',
    access: can('edit_setting'),
    needsConfirmation: true,
    body: written,
    reply,
  }),
};

export type BankDetailsSettings = z.output<typeof reply>;
