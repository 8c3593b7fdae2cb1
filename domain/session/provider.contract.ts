import * as z from 'zod';
import { call, closedToTokens, done } from '../kernel/call';
import { instant } from '../kernel/dates';
import { id } from '../kernel/fields';
import { confirmation } from './confirmation.contract';
import { session } from './session.contract';

/** A user's account at the sign-in provider (decision 128). */
const providerLink = z.object({
  id,
  issuer: z.string(),
  /** The address that the provider gave last. */
  email: z.string().nullable(),
  created_at: instant,
  last_used_at: instant.nullable(),
});

/** Where the browser goes, and the key that its window keeps until it is back. */
const started = z.object({ address: z.string(), browser_key: z.string() });

/** What the provider sent the browser back with. */
const answered = z.strictObject({
  answer: z
    .string('The provider’s response is missing.')
    .min(1, 'The provider’s response is missing.')
    .max(8000, 'The provider’s response is too long.')
    .refine(text => /^[\x20-\x7e]*$/.test(text), 'The provider’s response is not a valid query string.')
    .meta({ description: 'The query of the address to which the provider sent the browser back.' }),
  browser_key: z
    .string('Start the sign-in again.')
    .min(1, 'Start the sign-in again.')
    .max(100, 'Start the sign-in again.')
    .refine(text => /^[\w-]*$/.test(text), 'Start the sign-in again.'),
});

/** All of a shop’s users may share one address when they start the day. */
const manyAMinute = 120;

export const providerSignIn = closedToTokens({
  start: call('POST', '/auth/login/provider/start', {
    summary: 'Start signing in through the provider: returns where the browser goes',
    access: 'public',
    reply: started,
    audit: 'none',
    perMinute: manyAMinute,
  }),
  signIn: call('POST', '/auth/login/provider', {
    summary: 'Sign in with the provider’s answer, or get a token for the second step',
    access: 'public',
    body: answered,
    reply: session.login.reply,
    perMinute: manyAMinute,
  }),
  startConfirmation: call('POST', '/auth/confirmation/provider/start', {
    summary: 'Start confirming who you are at the provider: returns where the browser goes',
    access: 'signed-in',
    forUnfinishedSignIns: true,
    reply: started,
    audit: 'none',
    perMinute: 60,
  }),
  confirm: call('POST', '/auth/confirmation/provider', {
    summary: 'Confirm who you are with the provider’s response',
    access: 'signed-in',
    forUnfinishedSignIns: true,
    body: answered,
    reply: confirmation.give.reply,
    perMinute: 60,
  }),
  links: call('GET', '/auth/provider-links', {
    summary: 'List your accounts at the sign-in provider',
    access: 'signed-in',
    reply: z.object({
      data: z.array(providerLink),
      /** The provider set up now, and the only address at which it can be used. */
      provider: z.object({ name: z.string(), issuer: z.string(), site: z.string() }).nullable(),
    }),
  }),
  startLink: call('POST', '/auth/provider-links/start', {
    summary: 'Start linking your account at the provider: returns where the browser goes',
    access: 'signed-in',
    needsConfirmation: true,
    reply: started,
    audit: 'none',
    perMinute: 60,
  }),
  link: call('POST', '/auth/provider-links', {
    summary: 'Link your account at the provider with its answer',
    access: 'signed-in',
    needsConfirmation: true,
    body: answered,
    reply: done,
    perMinute: 60,
  }),
  unlink: call('DELETE', '/auth/provider-links/{id}', {
    summary: 'Remove the link to one of your accounts at the provider',
    access: 'signed-in',
    needsConfirmation: true,
    reply: done,
  }),
});

export type ProviderLink = z.output<typeof providerLink>;
export type ProviderAnswer = z.output<typeof answered>;
