import * as z from 'zod';
import type { Access } from './access';
import { call, nothing } from './call';
import { instant } from './dates';
import { id } from './fields';
import { ruleResult } from './rule-result-reply';
import { withArticle } from './with-article';

/** An attachment of a record. */
const attachment = z.object({
  id,
  file_name: z.string(),
  bytes: z.int(),
  added_by: z.string(),
  added_at: instant,
});
const attachmentList = z.object({
  data: z.array(attachment),
  /** Whether they can be removed now, or why not. */
  removal: ruleResult,
});
export type Attachment = z.output<typeof attachment>;

type Terms = {
  /** The record in a sentence: "an order". */
  readonly record: string;
  /** "attachment". */
  readonly one: string;
  readonly view: Access;
  readonly add: Access;
  readonly remove: Access;
};

/** The calls to list, add, download and remove a record's attachments: `path` is below the record. */
export const attachmentCalls = <const Path extends `/${string}{id}/${string}`>(path: Path, terms: Terms) => ({
  list: call('GET', path, {
    summary: `List the ${terms.one}s of ${terms.record}`,
    access: terms.view,
    reply: attachmentList,
  }),
  add: call('POST', path, {
    summary: `Add ${terms.one}s to ${terms.record}: PDF, pictures and office documents up to 10 MB each`,
    access: terms.add,
    bodyKind: 'multipart',
    form: { fields: nothing, files: 'attachments[]', many: true },
    /** Valid files are kept; the others are named with the reason. */
    reply: attachmentList.extend({
      rejected: z.array(z.string()),
      /** Without those that were attached already. */
      added: z.array(id),
    }),
    perMinute: 60,
  }),
  content: call('GET', `${path}/{attachment_id}`, {
    summary: `Download ${withArticle(terms.one)} of ${terms.record}`,
    access: terms.view,
    reply: z.unknown(),
    replyKind: 'file',
  }),
  remove: call('DELETE', `${path}/{attachment_id}`, {
    summary: `Remove ${withArticle(terms.one)} of ${terms.record}`,
    access: terms.remove,
    reply: attachmentList,
  }),
});

/** The calls a screen needs, whatever the record. */
export type AttachmentCalls = ReturnType<typeof attachmentCalls<`/${string}{id}/${string}`>>;
