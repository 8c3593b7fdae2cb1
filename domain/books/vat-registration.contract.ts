import * as z from 'zod';
import { can } from '../kernel/access';
import { call } from '../kernel/call';
import { calendarDate, enteredDate } from '../kernel/dates';
import { version } from '../kernel/fields';
import { checkedVatNumberText } from '../kernel/vat-check-digits';

const registration = z.object({
  is_registered: z.boolean(),
  /** `GB` and nine digits; null if not entered, or not registered. */
  vat_number: z.string().nullable(),
  registered_from: calendarDate.nullable(),
  registered_until: calendarDate.nullable(),
  version,
});

/**
 * Whether the business is registered for VAT: what it may charge, and whether it recovers input VAT (rule
 * V2).
 */
export const vatRegistration = {
  get: call('GET', '/vat-registration', {
    summary: 'Show the VAT registration',
    access: can('view_ledger'),
    reply: registration,
  }),
  save: call('PUT', '/vat-registration', {
    summary: 'Edit the VAT registration',
    access: can('edit_setting'),
    body: z
      .strictObject({
        is_registered: z.boolean('Choose whether the business is registered.'),
        vat_number: checkedVatNumberText,
        registered_from: enteredDate.nullish().transform(day => day ?? null),
        registered_until: enteredDate.nullish().transform(day => day ?? null),
        version: version.optional(),
      })
      .refine(body => !body.is_registered || body.vat_number !== null, {
        path: ['vat_number'],
        message: 'Enter the VAT number. You cannot charge VAT without one.',
      })
      .refine(
        ({ registered_from: from, registered_until: until }) =>
          from === null || until === null || from <= until,
        { path: ['registered_until'], message: 'The last day must be on or after the first day.' },
      ),
    reply: registration,
  }),
};

export type FirmVatRegistration = z.output<typeof registration>;
