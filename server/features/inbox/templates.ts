import type { templates } from '#domain/emails/draft.contract';
import type { BodyOf, ReplyOf } from '#domain/kernel/call';
import { formatDay } from '#domain/kernel/dates';
import { recordAudit, recordEdit } from '../../kernel/audit';
import { findCompany } from '../../kernel/company';
import type { ReadContext, WriteContext } from '../../platform/http/context';
import { violatedConstraint } from '../../platform/database/database-errors';
import { ensureCurrent } from '../../platform/http/ensure-current';
import { ensureFound, invalid } from '../../platform/http/refusal';
import type { Tx } from '../../platform/database/open-database';

type Template = ReplyOf<typeof templates.create>;
type Written = BodyOf<typeof templates.create>;
const shown = ['id', 'name', 'subject', 'body', 'version'] as const;

/** Templates, placeholders and the user's own signature. */
export async function listTemplates({
  db,
  actor,
  now,
}: Pick<ReadContext, 'db' | 'actor' | 'now'>): Promise<ReplyOf<typeof templates.list>> {
  const [data, own, company] = await Promise.all([
    db.selectFrom('mail_templates').select(shown).orderBy('name').orderBy('id').limit(200).execute(),
    db.selectFrom('mail_signatures').select('signature').where('user_id', '=', actor.id).executeTakeFirst(),
    findCompany(db),
  ]);
  const values = { my_name: actor.name, company: company.name, today: formatDay(now) };
  return { data, signature: own?.signature ?? '', values };
}

export async function createTemplate(ctx: WriteContext, values: Written): Promise<Template> {
  const { name, subject, body } = values;
  const written = { name, subject: subject ?? '', body };
  const template = await named(() =>
    ctx.tx
      .insertInto('mail_templates')
      .values({ ...written, created_at: ctx.now, updated_at: ctx.now })
      .returning(shown)
      .executeTakeFirstOrThrow(),
  );
  recordAudit(ctx, { ...about(template), action: 'created', after: written });
  return template;
}

export async function updateTemplate(ctx: WriteContext, id: number, written: Written): Promise<Template> {
  const { version, ...changes } = written;
  const before = ensureCurrent(await lockTemplate(ctx.tx, id), version, 'Template');
  const values = { ...changes, subject: changes.subject ?? '' };
  const template = await named(() =>
    ctx.tx
      .updateTable('mail_templates')
      .set({ ...values, version: before.version + 1, updated_at: ctx.now })
      .where('id', '=', id)
      .returning(shown)
      .executeTakeFirstOrThrow(),
  );
  recordEdit(ctx, { type: 'email_template', id, name: template.name }, before, values);
  if (ctx.audits.length === 0) recordAudit(ctx, { ...about(template), action: 'edited' });
  return template;
}

export async function removeTemplate(ctx: WriteContext, id: number): Promise<{ message: string }> {
  const template = ensureFound(await lockTemplate(ctx.tx, id), 'Template');
  await ctx.tx.deleteFrom('mail_templates').where('id', '=', id).execute();
  recordAudit(ctx, { ...about(template), action: 'deleted', before: { body: template.body } });
  return { message: 'Template deleted.' };
}

/** Saves the user's own signature. */
export async function saveSignature(ctx: WriteContext, signature: string): Promise<{ message: string }> {
  await ctx.tx
    .insertInto('mail_signatures')
    .values({ user_id: ctx.actor.id, signature, updated_at: ctx.now })
    .onConflict(conflict => conflict.column('user_id').doUpdateSet({ signature, updated_at: ctx.now }))
    .execute();
  recordAudit(ctx, {
    action: 'edited',
    recordType: 'user',
    recordId: ctx.actor.id,
    recordName: ctx.actor.name,
    after: { signature },
  });
  return { message: 'Signature saved.' };
}

const lockTemplate = (tx: Tx, id: number) =>
  tx.selectFrom('mail_templates').select(shown).where('id', '=', id).forUpdate().executeTakeFirst();

const about = ({ id, name }: Pick<Template, 'id' | 'name'>) => ({
  recordType: 'email_template',
  recordId: id,
  recordName: name,
});

async function named<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (violatedConstraint(error) !== 'mail_templates_name_is_taken') throw error;
    throw invalid({ name: 'A template with this name already exists. Choose another name.' });
  }
}
