import { drafts, templates } from '#domain/emails/draft.contract';
import type { EmailState } from '../../kernel/outbox';
import { attachmentsOfRecords } from '../../platform/http/multipart';
import { read, type Route, write, writeSettled, writeUpload } from '../../platform/http/route';
import { beginDraft } from './begin-draft';
import { getDraft, listDrafts } from './drafts.queries';
import { attachmentsOfDrafts, discardDraft, saveDraft } from './save-draft';
import { draftReply, sendDraft } from './send-draft';
import { createTemplate, listTemplates, removeTemplate, saveSignature, updateTemplate } from './templates';

type Services = { readonly awaitEmail: (emailId: number) => Promise<EmailState | undefined> };

export const draftRoutes = ({ awaitEmail }: Services): Route[] => [
  read(drafts.list, ({ db, actor }) => listDrafts(db, actor.id)),
  read(drafts.get, ({ db, actor, params }) => getDraft(db, actor.id, params.id)),
  write(drafts.begin, ({ ctx, body }) => beginDraft(ctx, body)),
  write(drafts.save, ({ ctx, params, body }) => saveDraft(ctx, params.id, body)),
  write(drafts.discard, ({ ctx, params }) => discardDraft(ctx, params.id)),
  writeSettled(drafts.send, {
    prepare: async (_before, { body }) => body,
    handle: ({ ctx, params }) => sendDraft(ctx, params.id),
    settle: async (_read, { email_id }) => draftReply(await awaitEmail(email_id)),
  }),
  read(drafts.attachments.list, async ({ db, actor, params }) => {
    await getDraft(db, actor.id, params.id);
    return attachmentsOfDrafts.list(db, params.id);
  }),
  writeUpload(
    drafts.attachments.add,
    async ({ ctx, params, body }) => {
      const { rejected, added } = await attachmentsOfDrafts.add(ctx, params.id, body);
      return { id: params.id, rejected, added };
    },
    async ({ db }, { id, ...rest }) => ({ ...(await attachmentsOfDrafts.list(db, id)), ...rest }),
    attachmentsOfRecords,
  ),
  read(drafts.attachments.content, async ({ actor, params, ...from }) => {
    await getDraft(from.db, actor.id, params.id);
    return attachmentsOfDrafts.send(from, params.id, params.attachment_id);
  }),
  write(drafts.attachments.remove, ({ ctx, params }) =>
    attachmentsOfDrafts.remove(ctx, params.id, params.attachment_id),
  ),
  read(templates.list, from => listTemplates(from)),
  write(templates.create, ({ ctx, body }) => createTemplate(ctx, body)),
  write(templates.update, ({ ctx, params, body }) => updateTemplate(ctx, params.id, body)),
  write(templates.remove, ({ ctx, params }) => removeTemplate(ctx, params.id)),
  write(templates.sign, ({ ctx, body }) => saveSignature(ctx, body.signature ?? '')),
];
