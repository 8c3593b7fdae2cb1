import * as z from 'zod';
import { can } from '../kernel/access';
import { call, closedToTokens } from '../kernel/call';
import { requiredText, version } from '../kernel/fields';

const enterIssuer = 'Enter the issuer, an address such as https://accounts.google.com.';
const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i;
/** Scheme, host and path, with neither user, query nor fragment. */
const form =
  /^(https?):\/\/(\[[\da-f:.]+\]|[a-z\d](?:[a-z\d.-]*[a-z\d])?)(?::\d{1,5})?(\/[\w.~!$&'()*+,;=:@%/-]*)?$/i;

/** What is wrong with an issuer as entered; undefined if nothing is. */
function issuerProblem(text: string): string | undefined {
  const [, scheme = '', host = '', path = ''] = form.exec(text) ?? [];
  if (text === '') return undefined;
  if (scheme === '') return enterIssuer;
  if (scheme.toLowerCase() !== 'https' && !loopback.test(host)) return 'The issuer must start with https://.';
  return path.includes('/.well-known/') ? 'Enter the issuer only, without “/.well-known/…”.' : undefined;
}

const issuer = requiredText('Issuer', 300).superRefine((text, ctx) => {
  const message = issuerProblem(text);
  if (message !== undefined) ctx.addIssue({ code: 'custom', message });
});

const fields = {
  /** Shown on the button: “Sign in with NAME”. */
  name: requiredText('Provider name', 40),
  /** Exactly as the provider writes it. */
  issuer,
  client_id: requiredText('Client ID', 200),
  /** Omit to keep the stored secret. Never returned. */
  client_secret: z
    .string('Enter text.')
    .min(1, 'Enter the client secret.')
    .max(500, 'Enter at most 500 characters.')
    // What a client secret may consist of (RFC 6749, appendix A).
    .refine(text => /^[\x20-\x7e]*$/.test(text), 'Enter plain letters, digits and signs only.')
    .optional(),
  /** Whether users who sign in through the provider can also use their password here. Administrators always can. */
  passwords_stay: z.boolean('Choose whether passwords stay allowed.'),
};

const reply = z.object({
  /** Null until one is set. */
  provider: z
    .object({
      name: z.string(),
      issuer: z.string(),
      client_id: z.string(),
      passwords_stay: z.boolean(),
      /** How many users have signed in through it. */
      linked_users: z.int(),
    })
    .nullable(),
  /** To be entered at the provider. */
  redirect_uri: z.string(),
  version,
});

/**
 * The company's own provider, such as Microsoft Entra ID, through which users may sign in (OpenID Connect). Whoever sets
 * it up decides who signs in as whom, administrators included, so only an administrator may.
 */
export const signInProvider = closedToTokens({
  get: call('GET', '/settings/sign-in-provider', {
    summary: 'Show the sign-in provider, without its client secret',
    access: can('view_setting'),
    reply,
  }),
  save: call('PUT', '/settings/sign-in-provider', {
    summary: 'Edit the sign-in provider',
    access: 'administrator',
    needsConfirmation: true,
    body: z.strictObject({ ...fields, version: version.optional() }),
    reply,
  }),
  remove: call('DELETE', '/settings/sign-in-provider', {
    summary: 'Remove the sign-in provider',
    access: 'administrator',
    needsConfirmation: true,
    reply,
  }),
  test: call('POST', '/settings/sign-in-provider/test', {
    summary: 'Test whether a sign-in provider can be reached, and report what is wrong',
    access: 'administrator',
    body: z.strictObject({ issuer }),
    reply: z.object({ works: z.boolean(), message: z.string() }),
    perMinute: 30,
  }),
});

export type SignInProvider = z.output<typeof reply>;
