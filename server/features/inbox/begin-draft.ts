import { sql } from 'kysely';
import {
  replySubject,
  type DraftKind,
  drafts,
  maxDraftFiles,
  maxRecipients,
  quoted,
} from '#domain/emails/draft.contract';
import type { BodyOf, ReplyOf } from '#domain/kernel/call';
import { formatMoment } from '#domain/kernel/dates';
import { emailAddress } from '#domain/kernel/fields';
import type { Reader } from '../../platform/database/open-database';
import type { WriteContext } from '../../platform/http/context';
import { conflict, ensureFound, invalid } from '../../platform/http/refusal';
import { getDraft } from './drafts.queries';
import { isShownWithin } from './get-message';

type Answered = {
  id: number;
  subject: string;
  from_name: string;
  from_address: string;
  received_at: Date;
  body_text: string;
  reply_to: string[];
  to: string[];
  cc: string[];
};

/** Creates a draft with its recipients, subject, signature and quoted text. */
export async function beginDraft(
  ctx: WriteContext,
  body: BodyOf<typeof drafts.begin>,
): Promise<ReplyOf<typeof drafts.begin>> {
  const { kind, answers_id, to } = body;
  if (kind !== 'new' && !answers_id) throw invalid({ answers_id: 'Choose the message to reply to.' });
  const answered = kind === 'new' || !answers_id ? null : await findAnswered(ctx.tx, answers_id);
  const people = answered ? await peopleOf(ctx.tx, kind, answered) : { to: to ? [to] : [], cc: [] };
  const signature = await findSignature(ctx.tx, ctx.actor.id);
  const { id } = await ctx.tx
    .insertInto('mail_drafts')
    .values({
      user_id: ctx.actor.id,
      kind,
      answers_id: answered?.id ?? null,
      to_addresses: people.to,
      cc_addresses: people.cc,
      subject: answered ? replySubject(kind, answered.subject) : '',
      body: bodyOf(kind, answered, signature),
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const files_left_out = kind === 'forward' && answered ? await copyAttachments(ctx, id, answered.id) : 0;
  return { ...(await getDraft(ctx.tx, ctx.actor.id, id)), files_left_out };
}

async function findAnswered(db: Reader, id: number): Promise<Answered> {
  const { rows } = await sql<Answered & { body_state: string }>`
    select m.id, m.body_state, m.subject, m.from_name, m.from_address, m.received_at, coalesce(b.body_text, '') as body_text,
      coalesce(b.reply_to, '{}') as reply_to,
      array(select address from mail_addresses a where a.message_id = m.id and a.role = 'to' order by address) as "to",
      array(select address from mail_addresses a where a.message_id = m.id and a.role = 'cc' order by address) as cc
    from mail_messages m left join mail_bodies b on b.message_id = m.id where m.id = ${id}`.execute(db);
  const { body_state, ...answered } = ensureFound(rows[0], 'Message');
  // With the text come the address for replies and the attachments.
  if (body_state === 'waiting' || body_state === 'wanted')
    throw conflict('The text is still being fetched. Try again in a moment.');
  return answered;
}

/** The recipients of a reply: the reply address, and for "all" everyone else except ourselves. */
async function peopleOf(
  db: Reader,
  kind: DraftKind,
  answered: Answered,
): Promise<{ to: string[]; cc: string[] }> {
  if (kind === 'forward') return { to: [], cc: [] };
  const own = await db.selectFrom('mailbox').select('address').executeTakeFirst();
  const us = own?.address.toLowerCase();
  const sound = (addresses: readonly string[]) => [
    ...new Set(addresses.filter(address => address !== us && emailAddress.safeParse(address).success)),
  ];
  const replyTo = sound(answered.reply_to);
  const to = replyTo.length > 0 ? replyTo : sound([answered.from_address]);
  if (kind === 'reply') return { to, cc: [] };
  const others = sound([...answered.to, ...answered.cc]).filter(address => !to.includes(address));
  return { to, cc: others.slice(0, maxRecipients) };
}

const maxQuotedLength = 50_000;

function bodyOf(kind: DraftKind, answered: Answered | null, signature: string): string {
  const signed = signature === '' ? '' : `\n\n${signature}`;
  if (!answered) return signed;
  const who = answered.from_name ? `${answered.from_name} <${answered.from_address}>` : answered.from_address;
  const text = answered.body_text.slice(0, maxQuotedLength).toWellFormed();
  if (kind === 'forward')
    return `${signed}\n\nForwarded message\nFrom: ${who}\nDate: ${formatMoment(answered.received_at)}\nSubject: ${answered.subject}\n\n${text}`;
  return `${signed}\n\nOn ${formatMoment(answered.received_at)}, ${who} wrote:\n${quoted(text)}`;
}

async function findSignature(db: Reader, userId: number): Promise<string> {
  const row = await db
    .selectFrom('mail_signatures')
    .select('signature')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.signature ?? '';
}

type Forwarded = { file_name: string; sha256: string; content_type: string; content_id: string | null };

/**
 * The attachments of a forwarded message, as far as they are allowed. Pictures of its text stay behind, because the
 * text is quoted without its layout. Returns how many were too many.
 */
async function copyAttachments(ctx: WriteContext, draftId: number, messageId: number): Promise<number> {
  const { rows } = await sql<Forwarded & { body_html: string | null }>`
    select a.file_name, a.sha256, a.content_type, a.content_id, b.body_html
    from mail_attachments a left join mail_bodies b on b.message_id = a.message_id
    where a.message_id = ${messageId} order by a.position`.execute(ctx.tx);
  const files = rows.filter(({ body_html, content_id }) => !isShownWithin(body_html, content_id));
  const copied = files.slice(0, maxDraftFiles);
  if (copied.length > 0)
    await ctx.tx
      .insertInto('mail_draft_attachments')
      .values(
        copied.map(({ file_name, sha256, content_type }) => ({
          draft_id: draftId,
          file_name,
          sha256,
          content_type: mediaType.test(content_type) ? content_type : null,
          added_by: ctx.actor.id,
          added_at: ctx.now,
        })),
      )
      .execute();
  return files.length - copied.length;
}

/** As a sender writes it; anything else would not be understood, or would break a header. */
const mediaType = /^[a-z0-9][a-z0-9!#$&^_.+-]*\/[a-z0-9][a-z0-9!#$&^_.+-]*$/;
