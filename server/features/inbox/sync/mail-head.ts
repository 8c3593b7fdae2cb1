import type { FetchMessageObject, MessageAddressObject, MessageStructureObject } from 'imapflow';

/** The list columns and search text of a message, as a database row. */
export type MailHead = {
  readonly uid: number;
  readonly message_id: string | null;
  readonly in_reply_to: string | null;
  readonly reference_ids: readonly string[];
  readonly thread_key: string;
  readonly subject: string;
  readonly from_name: string;
  readonly from_address: string;
  readonly to_line: string;
  readonly received_at: string;
  readonly bytes: number;
  readonly seen: boolean;
  readonly answered: boolean;
  readonly flagged: boolean;
  readonly has_attachments: boolean;
  readonly search_text: string;
  readonly addresses: readonly { role: 'from' | 'to' | 'cc'; address: string }[];
};

const maxIdLength = 500;
const maxReferences = 30;
const maxAddresses = 50;

/** One line of untrusted text: normalised, without control and direction characters, limited in length. */
export const tidyLine = (text: string | undefined, longest: number): string =>
  (text ?? '')
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069\s]+/gu, ' ')
    .trim()
    .slice(0, longest)
    .toWellFormed();

/** Reads the headers of a message. Missing or odd values become blank, never an error. */
export function headOf(message: FetchMessageObject, fetchedAt: Date): MailHead {
  const { envelope = {}, flags = new Set<string>() } = message;
  const subject = tidyLine(envelope.subject, 500);
  const [from] = envelope.from ?? [];
  const own = idOf(envelope.messageId);
  const references = referencesOf(message.headers);
  const repliesTo = idOf(envelope.inReplyTo);
  const fromName = tidyLine(from?.name, 200);
  const fromAddress = addressOf(from);
  const toLine = namesOf(envelope.to);
  return {
    uid: message.uid,
    message_id: own,
    in_reply_to: repliesTo,
    reference_ids: references,
    // All later messages of a conversation refer to its first one.
    thread_key: references[0] ?? repliesTo ?? own ?? `uid ${message.uid} ${fromAddress}`,
    subject,
    from_name: fromName,
    from_address: fromAddress,
    to_line: toLine,
    received_at: receivedAt(message, fetchedAt).toISOString(),
    bytes: message.size ?? 0,
    seen: flags.has('\\Seen'),
    answered: flags.has('\\Answered'),
    flagged: flags.has('\\Flagged'),
    has_attachments: message.bodyStructure ? hasFiles(message.bodyStructure) : false,
    search_text: `${subject} ${fromName} ${fromAddress} ${toLine}`.toLowerCase(),
    addresses: [
      ...addressesOf('from', envelope.from),
      ...addressesOf('to', envelope.to),
      ...addressesOf('cc', envelope.cc),
    ],
  };
}

function idOf(text: string | undefined): string | null {
  const id =
    tidyLine(text, 1000).match(/<([^<>\s]+)>/)?.[1] ?? tidyLine(text, 1000).replaceAll(/[<>\s]/g, '');
  return id === '' ? null : id.slice(0, maxIdLength);
}

function referencesOf(headers: Buffer | undefined): string[] {
  const [, value = ''] = /^references:((?:.|\r?\n[ \t])*)/im.exec(headers?.toString('latin1') ?? '') ?? [];
  const found = Array.from(value.matchAll(/<([^<>\s]{1,500})>/g), ([, id]) => tidyLine(id, maxIdLength));
  // The first reference starts the conversation; clients look for the last ones.
  return found.length <= maxReferences ? found : [...found.slice(0, 1), ...found.slice(1 - maxReferences)];
}

const addressOf = (from: MessageAddressObject | undefined): string =>
  tidyLine(from?.address, 254).toLowerCase();

const addressesOf = (role: 'from' | 'to' | 'cc', list: readonly MessageAddressObject[] | undefined) =>
  [...new Set((list ?? []).slice(0, maxAddresses).map(addressOf))]
    .filter(address => address !== '')
    .map(address => ({ role, address }));

export const namesOf = (list: readonly MessageAddressObject[] | undefined): string =>
  tidyLine(
    (list ?? [])
      .slice(0, maxAddresses)
      .map(({ name, address }) => name || address || '')
      .join(', '),
    300,
  );

/** When the server received it, because its own date could be anything. */
function receivedAt({ internalDate }: FetchMessageObject, fetchedAt: Date): Date {
  const at = new Date(internalDate ?? fetchedAt);
  const year = at.getUTCFullYear();
  return Number.isNaN(at.getTime()) || year < 1970 || year > 2200 ? fetchedAt : at;
}

function hasFiles(part: MessageStructureObject): boolean {
  if (part.disposition?.toLowerCase() === 'attachment') return true;
  return (part.childNodes ?? []).some(hasFiles);
}
