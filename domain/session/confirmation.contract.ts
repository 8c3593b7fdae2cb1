import * as z from 'zod';
import { call, closedToTokens, done } from '../kernel/call';
import { instant } from '../kernel/dates';
import { enteredPassword } from './session.contract';
import { typedCode } from './two-factor.contract';

/** How long a sensitive call is open after a sign-in or a confirmation (decision 127). */
export const confirmationMinutes = 30;

const enterOne = 'Enter your password or a code.';

/** Confirming who you are again before a call that needs it (`confirmation_required`). */
export const confirmation = closedToTokens({
  get: call('GET', '/auth/confirmation', {
    summary: 'Show how you can confirm who you are, and until when you have',
    access: 'signed-in',
    forUnfinishedSignIns: true,
    reply: z.object({
      confirmed_until: instant.nullable(),
      /** A code from the app or a recovery code can be used. */
      by_code: z.boolean(),
      by_passkey: z.boolean(),
      /** The sign-in provider with which the user can, and the only address at which it can be used. */
      by_provider: z.object({ name: z.string(), site: z.string() }).nullable(),
    }),
  }),
  give: call('POST', '/auth/confirmation', {
    summary: 'Confirm who you are with your password or a code',
    access: 'signed-in',
    forUnfinishedSignIns: true,
    body: z
      .strictObject({ current_password: enteredPassword.optional(), code: typedCode.optional() })
      .refine(body => (body.current_password === undefined) !== (body.code === undefined), {
        path: ['current_password'],
        message: enterOne,
      }),
    reply: done.extend({ confirmed_until: instant }),
    perMinute: 60,
  }),
});
