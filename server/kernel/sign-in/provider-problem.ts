import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client';
import { HostRefused } from '../../platform/network';
import { SecretUnreadable } from '../../platform/secrets';

/** Why the provider could not sign someone in. */
export class ProviderProblem extends Error {
  override readonly name = 'ProviderProblem';
  /** In technical words, for administrators: in the test of the settings and in the audit log. */
  readonly detail: string;

  /** @param message For the user on the sign-in page. */
  constructor(message: string, detail: string) {
    super(message);
    this.detail = detail;
  }
}

const isName = /^[a-z_]{1,40}$/;
const networkCodes: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Nothing answers at this address.',
  ECONNRESET: 'The connection was cut off.',
  EHOSTUNREACH: 'The server cannot be reached from here.',
  ENETUNREACH: 'The server cannot be reached from here.',
  ETIMEDOUT: 'The server did not answer in time.',
  ABORT_ERR: 'The server did not answer in time.',
  OAUTH_TIMEOUT: 'The server did not answer in time.',
  OAUTH_ABORT: 'The server did not answer in time.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The server’s certificate is not signed by an authority this machine trusts.',
  SELF_SIGNED_CERT_IN_CHAIN: 'The server’s certificate is not signed by an authority this machine trusts.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'The server’s certificate is not signed by an authority this machine trusts.',
  CERT_HAS_EXPIRED: 'The server’s certificate has expired.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The server’s certificate is for another name.',
};

/** The library's and the network's errors as a problem with the provider of this name. Anything else is thrown on. */
export function problemOf(error: unknown, name: string): ProviderProblem {
  if (error instanceof ProviderProblem) return error;
  const chain = causesOf(error);
  const refused = chain.find(cause => cause instanceof HostRefused);
  if (refused) return unreachable(name, refused.message);
  if (chain.some(cause => cause instanceof SecretUnreadable))
    return misconfigured(name, 'The stored client secret cannot be decrypted. Enter it again.');
  const ownName = otherIssuer(error);
  if (ownName !== undefined) return namedOtherwise(name, ownName);
  if (error instanceof AuthorizationResponseError) return declined(name, error.error);
  if (error instanceof ResponseBodyError) return rejected(name, error.error);
  const codes = chain.map(codeOf);
  const network = codes.map(code => networkCodes[code]).find(text => text !== undefined);
  if (network) return unreachable(name, network);
  if (codes.includes('OAUTH_WWW_AUTHENTICATE_CHALLENGE')) return rejected(name, 'invalid_client');
  if (codes.includes('OAUTH_JWT_TIMESTAMP_CHECK_FAILED'))
    return new ProviderProblem(
      `The response from ${name} has expired, or its clock and this server’s differ. Try again.`,
      'The ID token is not valid at this moment. Check the clock of this server.',
    );
  if (codes.includes('OAUTH_RESPONSE_IS_NOT_CONFORM') || codes.includes('OAUTH_RESPONSE_IS_NOT_JSON'))
    return unreachable(name, 'The server did not answer as a provider does. Check the issuer.');
  if (!(error instanceof ClientError) && codes.every(code => code === '')) throw error;
  const [last] = chain.slice(-1);
  return new ProviderProblem(
    `The response from ${name} could not be accepted. Try again. If it happens again, tell an administrator.`,
    `${codes.find(code => code !== '') ?? 'unknown'}: ${String(last?.message).slice(0, 200)}`,
  );
}

function codeOf(cause: Error): string {
  const { code } = cause as { code?: unknown };
  return typeof code === 'string' ? code : '';
}

/** What a provider calls itself, if that is not what was entered. */
function otherIssuer(error: unknown): string | undefined {
  const { cause } = error as { cause?: { attribute?: unknown; body?: { issuer?: unknown } } };
  return cause?.attribute === 'issuer' ? String(cause.body?.issuer).slice(0, 300) : undefined;
}

export const namedOtherwise = (name: string, ownName: string) =>
  misconfigured(name, `The provider calls itself “${ownName}”. Enter exactly that as the issuer.`);

function causesOf(error: unknown): Error[] {
  const chain: Error[] = [];
  for (let next = error; next instanceof Error && chain.length < 8; next = next.cause) chain.push(next);
  return chain;
}

export const unreachable = (name: string, detail: string) =>
  new ProviderProblem(`${name} cannot be reached now. Try again, or sign in with your password.`, detail);

export const misconfigured = (name: string, detail: string) =>
  new ProviderProblem(
    `The connection to ${name} is not set up correctly. Tell an administrator, or sign in with your password.`,
    detail,
  );

function declined(name: string, given: string): ProviderProblem {
  const code = isName.test(given) ? given : 'unknown error';
  return new ProviderProblem(
    code === 'access_denied'
      ? `You were not signed in: ${name} refused, or you cancelled. Try again, or sign in with your password.`
      : `${name} did not sign you in (${code}). Try again, or sign in with your password.`,
    code,
  );
}

function rejected(name: string, given: string): ProviderProblem {
  const code = isName.test(given) ? given : 'unknown error';
  return code === 'invalid_grant'
    ? new ProviderProblem('This sign-in was used already or has expired. Start again.', code)
    : misconfigured(name, `The provider refused the client ID or secret (${code}).`);
}
