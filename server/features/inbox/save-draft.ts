import { sql } from 'kysely';
import { type Draft, type drafts, maxDraftFiles } from '#domain/emails/draft.contract';
import type { BodyOf } from '#domain/kernel/call';
import { attachmentsOf } from '../../kernel/attachments';
import type { WriteContext } from '../../platform/http/context';
import { ensureCurrent } from '../../platform/http/ensure-current';
import { getDraft, lockDraft } from './drafts.queries';

/** Saves a draft. A version conflict shows if it is open twice. */
export async function saveDraft(
  ctx: WriteContext,
  id: number,
  changes: BodyOf<typeof drafts.save>,
): Promise<Draft> {
  const { version, subject, body, ...people } = changes;
  const before = ensureCurrent(await lockDraft(ctx.tx, ctx.actor.id, id), version, 'Draft');
  await ctx.tx
    .updateTable('mail_drafts')
    .set({
      ...people,
      subject: subject ?? '',
      body: body ?? '',
      version: before.version + 1,
      updated_at: ctx.now,
    })
    .where('id', '=', id)
    .execute();
  return getDraft(ctx.tx, ctx.actor.id, id);
}

export async function discardDraft(ctx: WriteContext, id: number): Promise<{ message: string }> {
  await lockDraft(ctx.tx, ctx.actor.id, id);
  await sql`delete from mail_drafts where id = ${id}`.execute(ctx.tx);
  return { message: 'Draft discarded.' };
}

/** The attachments of a draft. */
export const attachmentsOfDrafts = attachmentsOf({
  table: 'mail_draft_attachments',
  column: 'draft_id',
  recordTable: 'mail_drafts',
  recordType: 'draft',
  noun: 'Draft',
  short: 'email',
  paper: 'attachment',
  maxCount: maxDraftFiles,
  lock: async (ctx, id) => (await lockDraft(ctx.tx, ctx.actor.id, id)).subject || 'Draft',
});
