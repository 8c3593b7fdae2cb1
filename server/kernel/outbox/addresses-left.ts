import type { EmailStatus } from '#domain/emails/email.contract';
import type { MailOutcome } from '../../platform/mail/mail-outcome';

/** An address that did not get the email, and why, as a sentence. */
export type RefusedAddress = { readonly address: string; readonly reply: string };

type Attempted = {
  readonly to_address: string;
  readonly attempts: number;
  readonly last_attempt: number;
  readonly open_addresses: readonly string[] | null;
  readonly refused_addresses: readonly RefusedAddress[];
};

/** How an email stands after an attempt. */
export type Standing = {
  readonly status: EmailStatus;
  readonly lastError: string | null;
  /** Null while all recipients had the same fate. */
  readonly open: readonly string[] | null;
  readonly refused: readonly RefusedAddress[];
  /** Whether this attempt reached the first recipient, for whom the email is. */
  readonly hasReachedFirst: boolean;
  /** Whether an address was given up that was not before, while others got the email or still may. */
  readonly hasGivenUpSome: boolean;
};

/**
 * Works out what an attempt to send to `everyone`, or to those still open, has settled. A mail server may accept a message
 * for some addresses, refuse others for good and ask to try the rest later: only these are tried again. The email has
 * failed when its first recipient did not get it.
 */
export function standingAfter(outcome: MailOutcome, email: Attempted, everyone: readonly string[]): Standing {
  const asked = email.open_addresses ?? everyone;
  const named = 'refused' in outcome ? (outcome.refused ?? []) : [];
  if (outcome.kind === 'unconfirmed' || (named.length === 0 && email.open_addresses === null))
    return asOne(outcome, email, everyone);
  const fates = fatesOf(outcome, asked, named);
  const isOver = fates.later.length === 0 || email.attempts >= email.last_attempt;
  const refused = [...email.refused_addresses, ...fates.refused, ...(isOver ? fates.later : [])];
  const isFirstRefused = refused.some(({ address }) => address === email.to_address);
  return {
    status: isOver ? (isFirstRefused ? 'failed' : 'sent') : 'retrying',
    lastError: wordsFor(refused, isOver ? [] : fates.later),
    open: isOver ? [] : fates.later.map(({ address }) => address),
    refused,
    hasReachedFirst: fates.delivered.includes(email.to_address),
    hasGivenUpSome: refused.length > email.refused_addresses.length,
  };
}

/** All recipients have the same fate. */
function asOne(outcome: MailOutcome, email: Attempted, everyone: readonly string[]): Standing {
  const isGivenUp = outcome.kind === 'deferred' && email.attempts >= email.last_attempt;
  const reason = outcome.kind === 'accepted' ? null : outcome.reason;
  const statuses = {
    accepted: 'sent',
    refused: 'failed',
    unconfirmed: 'unconfirmed',
    deferred: isGivenUp ? 'failed' : 'retrying',
  } as const;
  return {
    status: statuses[outcome.kind],
    lastError: isGivenUp
      ? `Sending failed after ${email.attempts} attempts. ${reason ?? ''}`
      : [reason, wordsFor(email.refused_addresses, [])].filter(Boolean).join(' ') || null,
    open: email.open_addresses,
    refused: email.refused_addresses,
    hasReachedFirst: outcome.kind === 'accepted' && everyone.includes(email.to_address),
    hasGivenUpSome: false,
  };
}

type Fates = {
  readonly delivered: readonly string[];
  readonly refused: readonly RefusedAddress[];
  readonly later: readonly RefusedAddress[];
};

function fatesOf(
  outcome: Exclude<MailOutcome, { readonly kind: 'unconfirmed' }>,
  asked: readonly string[],
  named: readonly (RefusedAddress & { readonly isFinal: boolean })[],
): Fates {
  const namedAs = (isFinal: boolean) =>
    named.filter(one => one.isFinal === isFinal).map(({ address, reply }) => ({ address, reply }));
  const others = asked.filter(address => named.every(one => one.address !== address));
  if (outcome.kind === 'accepted')
    return { delivered: others, refused: namedAs(true), later: namedAs(false) };
  const rest = others.map(address => ({ address, reply: outcome.reason }));
  if (outcome.kind === 'refused') return { delivered: [], refused: rest, later: [] };
  return { delivered: [], refused: namedAs(true), later: rest };
}

/** Null when nothing was refused. Addresses with the same reply share a sentence. */
function wordsFor(refused: readonly RefusedAddress[], later: readonly RefusedAddress[]): string | null {
  const sentences = [...sentencesOf(refused, ''), ...sentencesOf(later, ' yet')];
  return sentences.length === 0 ? null : sentences.join(' ');
}

function sentencesOf(addresses: readonly RefusedAddress[], yet: string): string[] {
  const byReply = new Map<string, string[]>();
  for (const { address, reply } of addresses) byReply.set(reply, [...(byReply.get(reply) ?? []), address]);
  return [...byReply].map(([reply, same]) => `Not delivered to ${same.join(', ')}${yet}. ${reply}`);
}
