import { truncateText } from '#domain/kernel/truncate-text';

/** An address that the mail server did not accept, with its reply as a sentence. */
type RefusedAddress = {
  readonly address: string;
  readonly reply: string;
  /** Whether another attempt would be refused again. */
  readonly isFinal: boolean;
};

/** The result of one attempt to hand a message to the mail server. */
export type MailOutcome =
  /** For at least one recipient. A server may refuse some and take the message for the others. */
  | { readonly kind: 'accepted'; readonly refused: readonly RefusedAddress[] }
  /** Final: another attempt would be refused again. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** Certainly not delivered yet; may be delivered later. */
  | {
      readonly kind: 'deferred';
      readonly reason: string;
      /** For a message that no recipient got: those of them who never will. */
      readonly refused?: readonly RefusedAddress[];
    }
  /** Sent in full without a reply: sending again could deliver it twice. */
  | { readonly kind: 'unconfirmed'; readonly reason: string };

/** How far a failed attempt had got. */
export type MailStage = 'connecting' | 'signing-in' | 'talking' | 'waiting-for-confirmation';

type MailError = Error & {
  code?: string | undefined;
  originalCode?: string;
  response?: string | undefined;
  responseCode?: number | undefined;
  /** Of one recipient. */
  recipient?: string | undefined;
  /** Of a message that no recipient got. */
  rejectedErrors?: readonly MailError[] | undefined;
};

/** Classifies a failure by its stage and the server's reply, if any. */
export function outcomeOf(error: MailError, stage: MailStage): MailOutcome {
  const { responseCode = 0 } = error;
  if (error.code === 'ETLS')
    return { kind: responseCode >= 500 ? 'refused' : 'deferred', reason: connectionWords(error) };
  if (responseCode >= 500) return { kind: 'refused', reason: refusedWords(error, stage) };
  if (responseCode >= 400) {
    const refused = refusedAddresses(error.rejectedErrors).filter(({ isFinal }) => isFinal);
    return {
      kind: 'deferred',
      reason: `The mail server asked to try again later: ${serverWords(error)}`,
      ...(refused.length > 0 ? { refused } : {}),
    };
  }
  if (stage === 'waiting-for-confirmation')
    return {
      kind: 'unconfirmed',
      reason:
        'The connection to the mail server was lost before it confirmed the message. It may or may not have arrived, so it is not sent again automatically.',
    };
  if (error.code === 'EMESSAGE')
    return { kind: 'refused', reason: 'The message is too large for the mail server.' };
  if (error.code === 'ESTREAM')
    return { kind: 'refused', reason: 'An attachment could not be read on this server.' };
  return { kind: 'deferred', reason: connectionWords(error) };
}

/** The recipients that the server named one by one as it refused them. */
export const refusedAddresses = (errors: readonly MailError[] = []): RefusedAddress[] =>
  errors.flatMap(error => {
    const { recipient, responseCode = 0 } = error;
    if (recipient === undefined) return [];
    const isFinal = responseCode >= 500;
    const reply = isFinal ? 'The mail server refused it' : 'The mail server asked to try again later';
    return [{ address: recipient, reply: `${reply}: ${serverWords(error)}`, isFinal }];
  });

function refusedWords(error: MailError, stage: MailStage): string {
  if (stage === 'signing-in' || error.code === 'EAUTH')
    return `The mail server did not accept the user name and password: ${serverWords(error)}`;
  return `The mail server refused the message: ${serverWords(error)}`;
}

const longestWords = 300;

/** The server's own message on one line, without its numeric codes. */
function serverWords({ response = '' }: MailError): string {
  const lines = response
    .split(/\r?\n/)
    .map(line => line.replace(/^\d{3}[ -]?(?:\d\.\d{1,3}\.\d{1,3} )?/, ''));
  const words = lines
    .join(' ')
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();
  return words === '' ? 'it gave no reason.' : `“${truncateText(words, longestWords)}”`;
}

const certificate = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME/;

const isCertificate = (cause: string) => certificate.test(cause.toUpperCase());
const isTls = (cause: string) =>
  /wrong version number|packet length|EPROTO|ETLS|STARTTLS|SSL routines/i.test(cause);
const causeOf = ({ code = '', originalCode = '', message }: MailError) =>
  `${code} ${originalCode} ${message}`;

/** Whether the server was reached but the connection could not be encrypted. */
export const isInsecure = (error: MailError): boolean =>
  isCertificate(causeOf(error)) || isTls(causeOf(error));

function connectionWords(error: MailError): string {
  const cause = causeOf(error);
  if (isCertificate(cause))
    return 'The mail server’s TLS certificate could not be verified, so nothing was sent.';
  if (isTls(cause))
    return 'A secure connection to the mail server could not be made. Check whether SMTP_URL should say smtp or smtps.';
  if (/ECONNREFUSED/.test(cause))
    return 'The mail server cannot be reached: no server responds at its address and port.';
  if (/EDNS|ENOTFOUND|EAI_AGAIN/.test(cause)) return 'The address of the mail server cannot be found.';
  if (/ETIMEDOUT/.test(cause)) return 'The mail server did not answer in time.';
  return 'The connection to the mail server was lost.';
}
