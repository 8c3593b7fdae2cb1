import { sql } from 'kysely';
import { eraseActor, eraseAudits, recordAudit } from '../../kernel/audit';
import type { WriteContext } from '../../platform/http/context';

/** What belongs to the person alone. What they did for the business keeps their account's number. */
const ownedByPerson = [
  'sessions',
  'password_links',
  'user_pins',
  'two_factors',
  'api_tokens',
  'passkeys',
  'passkey_challenges',
  'provider_links',
  'provider_attempts',
  'mail_signatures',
  'user_preferences',
] as const;

/**
 * Erases the closed account of a person under a neutral name: sign-in details, devices and preferences, and their name
 * in the audit log (K3, F106). An open account is that of someone who works here, and stays.
 */
export async function eraseAccount(ctx: WriteContext, id: number, name: string): Promise<void> {
  const { rows } = await sql`
    update users set name = ${name}, email = 'erased-' || id || '@erased.invalid', password_hash = null, last_sign_in_at = null,
      erased_at = ${ctx.now}, version = version + 1, updated_at = ${ctx.now}
    where id = ${id} and status = 'inactive' and erased_at is null returning id`.execute(ctx.tx);
  if (rows.length === 0) return;
  for (const table of ownedByPerson)
    await sql`delete from ${sql.table(table)} where user_id = ${id}`.execute(ctx.tx);
  await eraseAudits(ctx.tx, 'user', [id], ctx.now);
  // Sessions are recorded under the id and name of their user.
  await eraseAudits(ctx.tx, 'session', [id], ctx.now);
  await eraseActor(ctx.tx, id, ctx.now);
  recordAudit(ctx, { action: 'erased', recordType: 'user', recordId: id, recordName: name });
}
