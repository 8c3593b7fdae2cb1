import { createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

/** A person at the provider. */
type Person = { email?: string; email_verified?: boolean; xms_edov?: boolean; amr?: string[] };

type Options = {
  redirectUri: string;
  /** Claims of the address are told only to whoever asks for them, as the specification prefers. */
  isStrict?: boolean;
  /** Does not say when people signed in unless it is asked to. */
  isSilentAboutTime?: boolean;
};

export const client = { id: 'counterfoil', secret: 'correct-client-secret-of-32-bytes' };

/** The certified `oidc-provider` on a loopback address, with a sign-in page of its own. */
export async function startProvider({ redirectUri, isStrict, isSilentAboutTime }: Options) {
  const server = createServer();
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const people = new Map<string, Person>();
  /** Changes the token endpoint’s answers. */
  let tampering: ((token: string, privateKey: KeyObject) => string) | undefined;

  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [redirectUri],
        ...(isSilentAboutTime ? {} : { require_auth_time: true }),
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'first', use: 'sig', alg: 'RS256' }] },
    cookies: { keys: [randomBytes(32).toString('hex')] },
    ttl: {
      AccessToken: 3600,
      AuthorizationCode: 60,
      Grant: 3600,
      IdToken: 3600,
      Interaction: 3600,
      Session: 3600,
    },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    conformIdTokenClaims: isStrict ?? false,
    claims: { openid: ['sub', 'amr'], email: ['email', 'email_verified', 'xms_edov'] },
    findAccount: (_ctx, id) => ({
      accountId: id,
      claims: () => {
        const { amr: _told, ...claims } = people.get(id) ?? {};
        return { sub: id, ...claims };
      },
    }),
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    // Nobody is asked for consent.
    loadExistingGrant: async ctx => {
      const { client: asking, session } = ctx.oidc;
      if (!asking || !session?.accountId) return undefined;
      const grant = new ctx.oidc.provider.Grant({
        clientId: asking.clientId,
        accountId: session.accountId,
      });
      grant.addOIDCScope('openid email');
      await grant.save();
      return grant;
    },
  });
  provider.use(async (ctx, next) => {
    await next();
    const body = ctx.body as { id_token?: string } | undefined;
    if (tampering && ctx.path === '/token' && body?.id_token)
      ctx.body = { ...body, id_token: tampering(body.id_token, privateKey) };
  });

  const answer = provider.callback();
  const interact = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.method === 'GET') return void response.setHeader('content-type', 'text/html').end(signInPage);
    const form = new URLSearchParams(await textOf(request));
    const id = form.get('account') ?? '';
    await provider.interactionFinished(
      request,
      response,
      form.has('cancel')
        ? { error: 'access_denied', error_description: '<b>No</b>' }
        : { login: { accountId: id, amr: people.get(id)?.amr ?? ['pwd'] } },
      { mergeWithLastSubmission: false },
    );
  };
  server.on('request', (request, response) => {
    void (request.url?.startsWith('/interaction/') ? interact : answer)(request, response);
  });

  return {
    issuer,
    people,
    tamperWith: (change: typeof tampering) => {
      tampering = change;
    },
    /** As from a browser: follows redirects, signs in as someone, and ends where it is sent back to. */
    browser: () => browse(redirectUri),
    stop: () =>
      new Promise<void>(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export type TestProvider = Awaited<ReturnType<typeof startProvider>>;

const signInPage = `<!doctype html><html lang="en"><title>Test provider</title><h1>Test provider</h1>
  <form method="post"><label>Account <input name="account" autofocus></label>
  <button>Continue</button> <button name="cancel" value="yes">Cancel</button></form></html>`;

async function textOf(stream: AsyncIterable<unknown>): Promise<string> {
  const blocks: Buffer[] = [];
  for await (const block of stream) blocks.push(block as Buffer);
  return Buffer.concat(blocks).toString();
}

function browse(redirectUri: string) {
  const cookies = new Map<string, string>();
  /** The query with which the provider sends the browser back. Without an account, whoever is still signed in. */
  return async (address: string, account?: string | null): Promise<string> => {
    let url = address;
    let form: URLSearchParams | undefined;
    while (!url.startsWith(redirectUri)) {
      const response = await fetch(url, {
        redirect: 'manual',
        headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
        ...(form ? { method: 'POST', body: form } : {}),
      });
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (value === '') cookies.delete(name);
        else cookies.set(name, value);
      }
      const next = response.headers.get('location');
      if (next === null && (!url.includes('/interaction/') || account === undefined))
        throw new Error(`The provider stopped at ${url}: ${(await response.text()).slice(0, 300)}`);
      form =
        next === null
          ? new URLSearchParams(account === null ? { cancel: 'yes' } : { account: account ?? '' })
          : undefined;
      if (next !== null) url = new URL(next, url).href;
    }
    return new URL(url).search;
  };
}

type Claims = Record<string, unknown>;

/** An ID token with other claims, signed by the provider’s own key, or by another, or as it was. */
export const changedToken =
  (change: (claims: Claims) => Claims, by: 'provider' | 'stranger' | 'nobody' = 'provider') =>
  (token: string, privateKey: KeyObject): string => {
    const [head = '', body = '', signature = ''] = token.split('.');
    const claims = change(JSON.parse(Buffer.from(body, 'base64url').toString()) as Claims);
    const content = `${head}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
    if (by === 'nobody') return `${content}.${signature}`;
    const key =
      by === 'provider' ? privateKey : generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
    return `${content}.${createSign('sha256').update(content).sign(key).toString('base64url')}`;
  };
