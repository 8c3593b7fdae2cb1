import type {
  AnyBulkEmailCalls,
  BulkEmailDetail,
  BulkEmailPreview,
} from '#domain/bulk-emails/bulk-email.contract';
import { textOfPdf } from './pdf-text';
import type { Delivery } from './smtp-sink';
import type { Caller } from './test-app';

type Words = Readonly<Record<string, unknown>>;

/** Who would get an email. */
export async function previewOf(
  { call }: Caller,
  calls: AnyBulkEmailCalls,
  filter: Words,
  options: Words = {},
): Promise<BulkEmailPreview> {
  const { status, reply, refusal } = await call(calls.preview, { body: { filter, options } });
  if (status !== 200) throw new Error(JSON.stringify(refusal));
  return reply;
}

/** The body that confirms a preview, with its own texts unless others are given. */
export async function confirmed(
  caller: Caller,
  calls: AnyBulkEmailCalls,
  filter: Words,
  options: Words = {},
  texts: Words = {},
) {
  const { hash, template } = await previewOf(caller, calls, filter, options);
  return { filter, options, ...template, ...texts, hash };
}

/** Starts a bulk email as previewed. */
export async function startBulkEmail(
  caller: Caller,
  calls: AnyBulkEmailCalls,
  ...asked: [filter: Words, options?: Words, texts?: Words]
): Promise<BulkEmailDetail> {
  const body = await confirmed(caller, calls, ...asked);
  const { status, reply, refusal } = await caller.call(calls.start, { body });
  if (status !== 200) throw new Error(JSON.stringify(refusal));
  return reply;
}

/** The text of the PDF attached to a message. */
export function attachedText({ content }: Delivery): Promise<string> {
  const part = content.split(/--[-_=\w]+\r?\n/).find(piece => piece.includes('application/pdf')) ?? '';
  return textOfPdf(Buffer.from(part.split(/\r?\n\r?\n/)[1] ?? '', 'base64'));
}
