import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import MailComposer from 'nodemailer/lib/mail-composer';
import type { MailAddress } from './mail-server';

export type MailAttachment = {
  readonly fileName: string;
  readonly mediaType: string;
  readonly bytes: number;
  readonly path: string;
};

export type MailMessage = {
  /** The part of the Message-ID before the @; the same on every attempt. */
  readonly messageId: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments: readonly MailAttachment[];
  readonly date: Date;
  /** The company that sends it, unless the server has another sender or a user wrote the message. */
  readonly sender?: { readonly name: string | null; readonly replyTo: string | null };
  readonly cc?: readonly string[];
  /** The recipients that did not get it at an earlier attempt; without it, all. */
  readonly onlyTo?: readonly string[];
  /** For a message that a user wrote and that may be answered. */
  readonly letter?: {
    readonly moreTo: readonly string[];
    readonly cc: readonly string[];
    readonly bcc: readonly string[];
    readonly senderName: string;
    readonly replyTo: string | null;
    readonly inReplyTo: string | null;
    readonly references: readonly string[];
  };
};

/**
 * Streams a message as it is sent, never whole in memory. Blind copies are in the envelope only; only the sender's own
 * copy names them.
 */
export function composeMessage(
  sender: MailAddress,
  message: MailMessage,
  files: readonly Readable[],
  { isOwnCopy = false }: { isOwnCopy?: boolean } = {},
): Readable {
  const { letter } = message;
  const cc = copiesOf(message);
  const replyTo = letter ? letter.replyTo : (message.sender?.replyTo ?? null);
  const name = letter?.senderName ?? sender.name ?? message.sender?.name ?? productName;
  const composer = new MailComposer({
    from: { name, address: sender.address },
    // As objects, so that nothing in an address can be parsed as a second one.
    to: [message.to, ...(letter?.moreTo ?? [])].map(asObject),
    ...(cc.length > 0 ? { cc: cc.map(asObject) } : {}),
    ...(isOwnCopy && letter && letter.bcc.length > 0 ? { bcc: letter.bcc.map(asObject) } : {}),
    ...(replyTo ? { replyTo: asObject(replyTo) } : {}),
    ...(letter?.inReplyTo ? { inReplyTo: `<${letter.inReplyTo}>` } : {}),
    ...(letter && letter.references.length > 0 ? { references: letter.references.map(id => `<${id}>`) } : {}),
    subject: message.subject,
    text: message.text,
    html: message.html,
    date: message.date,
    messageId: `<${message.messageId}@${sender.address.split('@').at(-1) ?? ''}>`,
    ...(letter ? {} : { headers: { 'Auto-Submitted': 'auto-generated' } }),
    attachments: message.attachments.map(({ fileName, mediaType }, index) => ({
      filename: fileName,
      contentType: mediaType,
      content: files[index],
    })),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const composed = composer.compile();
  composed.keepBcc = isOwnCopy;
  return composed.createReadStream();
}

/** Used until the company has a name. */
const productName = 'Counterfoil';

/** The recipients of visible copies. */
const copiesOf = ({ cc, letter }: Pick<MailMessage, 'cc' | 'letter'>): readonly string[] =>
  letter?.cc ?? cc ?? [];

/** All recipients, each once. */
export const recipientsOf = (message: Pick<MailMessage, 'to' | 'cc' | 'letter'>): string[] => [
  ...new Set([
    message.to,
    ...(message.letter?.moreTo ?? []),
    ...copiesOf(message),
    ...(message.letter?.bcc ?? []),
  ]),
];

const asObject = (address: string) => ({ name: '', address });

/** Opens the file when it is first read, so that one file is open at a time. */
export const lazily = ({ path }: MailAttachment): Readable =>
  Readable.from(
    (async function* () {
      yield* createReadStream(path);
    })(),
    { objectMode: false },
  );
