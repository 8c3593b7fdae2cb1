import * as client from 'openid-client';
import { isMailbox } from '#domain/kernel/fields';
import { limitedFetch, type Networks } from '../../platform/network';
import type { Secrets } from '../../platform/secrets';
import { misconfigured, namedOtherwise, problemOf, ProviderProblem, unreachable } from './provider-problem';
import { providerSecretPlace, type StoredProvider } from './provider-setting';

/** What ties an answer of the provider to the visit it belongs to. */
export type Visit = { readonly state: string; readonly nonce: string; readonly verifier: string };

/** Who someone is, as the provider says. */
export type Identity = {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | null;
  readonly isVerified: boolean;
  /** When they signed in there, which may be hours ago; null if the provider does not say. */
  readonly signedInAt: Date | null;
  /** The provider asked for a second factor. */
  readonly hasSecondFactor: boolean;
};

/** The connection to the sign-in provider of the settings. */
export type Providers = {
  /** Where the provider sends browsers back to. */
  readonly redirectUri: string;
  /** The only address at which signing in through the provider works. */
  readonly site: string;
  /** Whether the issuer answers as a provider that can be used. @throws ProviderProblem if not. */
  readonly check: (issuer: string) => Promise<void>;
  /** Where a browser goes to sign in. @throws ProviderProblem when the provider cannot be reached. */
  readonly addressOf: (
    provider: StoredProvider,
    visit: Visit,
    options: { readonly isFresh: boolean },
  ) => Promise<string>;
  /**
   * Who the provider's answer, the query of the address it sent the browser back to, is about. @throws ProviderProblem
   * when the answer is an error, or not the provider's own to this visit.
   */
  readonly identify: (provider: StoredProvider, visit: Visit, query: string) => Promise<Identity>;
};

type Parts = {
  readonly secrets: Secrets;
  readonly networks: Networks;
  readonly publicUrl: string;
  readonly clock: () => Date;
};

/** How long the provider's addresses and keys are kept. An unknown key is looked up at once. */
const keptMs = 10 * 60_000;
const timeoutSeconds = 8;
const maxBytes = 256 * 1024;
/** How far the provider's clock may be from ours. */
export const toleranceSeconds = 60;

export function openProviders({ secrets, networks, publicUrl, clock }: Parts): Providers {
  const redirectUri = `${publicUrl}/login/provider`;
  const reach = limitedFetch({
    networks,
    variable: 'SIGN_IN_NETWORKS',
    maxBytes,
    timeoutMs: timeoutSeconds * 1000,
  });
  const connected = keepConnection({ secrets, reach, clock });
  return {
    redirectUri,
    site: new URL(publicUrl).origin,
    check: issuer => inWords('The provider', () => refuseWithoutKeys(issuer, { reach, clock })),
    addressOf: (provider, { state, nonce, verifier }, { isFresh }) =>
      inWords(provider.name, async () => {
        const address = client.buildAuthorizationUrl(await connected(provider), {
          redirect_uri: redirectUri,
          scope: 'openid email',
          state,
          nonce,
          code_challenge: await client.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
          ...(isFresh ? { prompt: 'login', max_age: '0' } : {}),
        });
        return address.href;
      }),
    identify: (provider, { state, nonce, verifier }, query) =>
      inWords(provider.name, async () => {
        const connection = await connected(provider);
        const tokens = await client.authorizationCodeGrant(connection, new URL(`${redirectUri}?${query}`), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (!claims) throw new ProviderProblem(noAnswer(provider.name), 'There is no ID token.');
        // Some providers tell the address only to whoever asks for it.
        const more =
          claims.email === undefined && connection.serverMetadata().userinfo_endpoint
            ? await client.fetchUserInfo(connection, tokens.access_token, claims.sub)
            : claims;
        return identityOf(provider.issuer, claims, more);
      }),
  };
}

type Line = { readonly reach: ReturnType<typeof limitedFetch>; readonly clock: () => Date };

/** Asks a provider about itself. */
async function discover(
  { issuer, clientId, secret }: { issuer: string; clientId: string; secret: string },
  { reach, clock }: Line,
): Promise<client.Configuration> {
  const found = await client.discovery(
    new URL(issuer),
    clientId,
    {
      [client.clockTolerance]: toleranceSeconds,
      [client.clockSkew]: Math.round((clock().getTime() - Date.now()) / 1000),
    },
    authentication(secret),
    {
      [client.customFetch]: (address, { method, headers, body, signal }) =>
        reach(address, { method, headers, body: body as URLSearchParams | undefined, signal }),
      timeout: timeoutSeconds,
      execute: [
        // Without it, a signature is not checked where the token came over TLS.
        client.enableNonRepudiationChecks,
        // Plain http gets no further than this machine.
        ...(issuer.startsWith('http:') ? [client.allowInsecureRequests] : []),
      ],
    },
  );
  refuseUnusable(found.serverMetadata(), issuer);
  return found;
}

/** The connection to a provider, kept for a while. */
function keepConnection({ secrets, ...line }: Line & { readonly secrets: Secrets }) {
  let kept: { key: string; until: number; found: client.Configuration } | undefined;
  return async ({ issuer, client_id, sealed_secret }: StoredProvider): Promise<client.Configuration> => {
    const key = JSON.stringify([issuer, client_id, sealed_secret]);
    const now = line.clock().getTime();
    if (kept?.key === key && kept.until > now) return kept.found;
    const secret = secrets.unseal(sealed_secret, providerSecretPlace);
    const found = await discover({ issuer, clientId: client_id, secret }, line);
    kept = { key, until: now + keptMs, found };
    return found;
  };
}

async function refuseWithoutKeys(issuer: string, line: Line): Promise<void> {
  const found = await discover({ issuer, clientId: 'test', secret: 'test' }, line);
  const { jwks_uri = '' } = found.serverMetadata();
  const response = await line.reach(jwks_uri, { headers: { accept: 'application/json' } });
  const set = (await response.json().catch(() => null)) as { keys?: unknown } | null;
  if (!Array.isArray(set?.keys) || set.keys.length === 0)
    throw unreachable('The provider', `There are no signing keys at ${jwks_uri}.`);
}

const noAnswer = (name: string) => `The response from ${name} could not be accepted. Try again.`;

/** As the provider prefers; the secret in the header is what every provider must accept. */
const authentication = (secret: string): client.ClientAuth => {
  const inHeader = client.ClientSecretBasic(secret);
  const inBody = client.ClientSecretPost(secret);
  return (server, ...rest) => {
    const accepted = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return (accepted.includes('client_secret_basic') ? inHeader : inBody)(server, ...rest);
  };
};

/** A provider that names itself otherwise, has no keys, or would lead browsers elsewhere than to https. */
function refuseUnusable(server: client.ServerMetadata, issuer: string): void {
  const name = 'The provider';
  if (server.issuer !== issuer) throw namedOtherwise(name, server.issuer);
  const isPlain = issuer.startsWith('http:');
  for (const field of ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const) {
    const address = server[field];
    if (address === undefined || !URL.canParse(address))
      throw misconfigured(name, `The provider does not say its ${field}.`);
    const { protocol } = new URL(address);
    if (protocol !== 'https:' && !(isPlain && protocol === 'http:'))
      throw misconfigured(name, `The provider’s ${field} is not an https address.`);
  }
  const challenges = server.code_challenge_methods_supported;
  if (challenges && !challenges.includes('S256'))
    throw misconfigured(name, 'The provider does not support PKCE with S256.');
}

type Claims = Readonly<Record<string, unknown>> & { readonly sub: string };

function identityOf(issuer: string, claims: Claims, more: Claims): Identity {
  const email = typeof more.email === 'string' ? more.email.trim() : '';
  const { auth_time, amr } = claims;
  return {
    issuer,
    subject: claims.sub,
    email: isMailbox(email) ? email : null,
    isVerified: isYes(more.email_verified) || (isMicrosoft(issuer) && isYes(more.xms_edov)),
    signedInAt: typeof auth_time === 'number' ? new Date(auth_time * 1000) : null,
    hasSecondFactor: Array.isArray(amr) && amr.includes('mfa'),
  };
}

const isYes = (claim: unknown) => claim === true || claim === 'true' || claim === '1' || claim === 1;

/** Entra ID has no `email_verified`; it says instead whether the owner of the address's domain is known. */
const isMicrosoft = (issuer: string) => new URL(issuer).hostname === 'login.microsoftonline.com';

async function inWords<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw problemOf(error, name);
  }
}
