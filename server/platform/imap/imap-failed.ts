import { HostRefused } from '../network';
import { serverWords } from './server-words';

/** The steps of opening a mailbox, in order. */
export const imapSteps = ['resolve', 'connect', 'secure', 'sign_in', 'open_inbox'] as const;
export type ImapStep = (typeof imapSteps)[number];

/** A mailbox that could not be opened: at which step, and why, in a message for users. */
export class ImapFailed extends Error {
  override readonly name = 'ImapFailed';
  readonly step: ImapStep;
  constructor(step: ImapStep, message: string) {
    super(message);
    this.step = step;
  }
}

type LibraryError = Error & {
  code?: string;
  authenticationFailed?: boolean;
  responseText?: string;
  tlsFailed?: boolean;
};

const certificate = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME/i;
const protocol = /EPROTO|SSL|TLS|wrong version number|STARTTLS|UPGRADE_TIMEOUT/i;

/** Translates an error of the library. `reached` is the step it was at, as far as known. */
export function imapFailure(error: unknown, reached: ImapStep): ImapFailed {
  if (error instanceof ImapFailed) return error;
  if (error instanceof HostRefused) return new ImapFailed('resolve', error.message);
  const { code = '', message, responseText, authenticationFailed } = error as LibraryError;
  const cause = `${code} ${message}`;
  if (authenticationFailed)
    return new ImapFailed(
      'sign_in',
      `The mail server did not accept the user name and password.${serverWords(responseText)}`,
    );
  if (certificate.test(cause))
    return new ImapFailed('secure', 'The certificate of the mail server could not be verified.');
  // Checked before the message text: the library's own mentions TLS as a guess.
  if (/^(?:CONNECT|GREETING)_TIMEOUT$/.test(code))
    return new ImapFailed('connect', 'The mail server did not answer in time.');
  if (protocol.test(cause))
    return new ImapFailed(
      'secure',
      'A secure connection could not be made. Check whether the port is for TLS or STARTTLS.',
    );
  if (/ECONNREFUSED/.test(cause))
    return new ImapFailed('connect', 'No server responds at this address and port.');
  if (/TIMEOUT|ETIMEDOUT/i.test(cause))
    return new ImapFailed(reached, 'The mail server did not answer in time.');
  if (/EHOSTUNREACH|ENETUNREACH/.test(cause))
    return new ImapFailed('connect', 'This address cannot be reached from the server.');
  if (responseText) return new ImapFailed(reached, `The mail server refused.${serverWords(responseText)}`);
  return new ImapFailed(reached, 'The connection to the mail server was lost.');
}
