import * as z from 'zod';
import type { Access } from './access';
import { call, nothing } from './call';
import { instant } from './dates';
import { id } from './fields';

/** A paper that belongs to a record. */
const attachment = z.object({
  id,
  file_name: z.string(),
  bytes: z.int(),
  added_by: z.string(),
  added_at: instant,
});
const attachmentList = z.object({ data: z.array(attachment) });
export type Attachment = z.output<typeof attachment>;

type Terms = {
  /** "an order", as a sentence says it. */
  readonly of: string;
  /** "attachment". */
  readonly one: string;
  readonly view: Access;
  readonly add: Access;
  readonly remove: Access;
};

/** The papers of a record, listed, added, read back and removed: `path` is where they lie, below the record. */
export const attachmentCalls = <const Path extends `/${string}{id}/${string}`>(path: Path, terms: Terms) => ({
  list: call('GET', path, {
    summary: `List the ${terms.one}s of ${terms.of}`,
    access: terms.view,
    reply: attachmentList,
  }),
  add: call('POST', path, {
    summary: `Attach ${terms.one}s to ${terms.of}: PDF, pictures and office documents up to 10 MB each`,
    access: terms.add,
    bodyKind: 'multipart',
    form: { fields: nothing, files: 'attachments[]', many: true },
    /** The files that may be attached stay; the others are named with the reason. */
    reply: attachmentList.extend({ rejected: z.array(z.string()) }),
    perMinute: 60,
  }),
  content: call('GET', `${path}/{attachment_id}`, {
    summary: `Download a ${terms.one} of ${terms.of}`,
    access: terms.view,
    reply: z.unknown(),
    replyKind: 'file',
  }),
  remove: call('DELETE', `${path}/{attachment_id}`, {
    summary: `Remove a ${terms.one} of ${terms.of}`,
    access: terms.remove,
    reply: attachmentList,
  }),
});

/** What a screen needs of them, whatever record they belong to. */
export type AttachmentCalls = ReturnType<typeof attachmentCalls<`/${string}{id}/${string}`>>;
