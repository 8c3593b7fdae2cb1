import { sql } from 'kysely';
import {
  eraseActor,
  eraseAudits,
  eraseEntriesNaming,
  findAddressesIn,
  findNamesIn,
  recordAudit,
} from '../../kernel/audit';
import { deleteNotificationsOf } from '../../kernel/notifications';
import type { WriteContext } from '../../platform/http/context';
import { eraseAnswers } from '../../platform/http/erase-answers';
import { forgetAttemptsOf } from '../session';

/** What belongs to the person alone. What they did for the business keeps their account's number. */
export const ownedByPerson = [
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
  // To the account, such as links to set a password.
  'emails',
  'mail_drafts',
  // On their account. Those they wrote on others stay.
  'record_notes',
] as const;

/** Notifications whose key begins with the user they name. */
const notificationsNaming = [
  'failed_sign_ins',
  'own_failed_sign_ins',
  'blocked_pin',
  'own_blocked_pin',
  'own_decided_order',
  'own_decided_expense',
] as const;

/**
 * Erases the closed account of a person under a neutral name: sign-in details, devices and preferences, and their name
 * in the audit log (K3, F106). An open account is that of someone who works here, and stays.
 */
export async function eraseAccount(ctx: WriteContext, id: number, name: string): Promise<void> {
  const { rows } = await sql<{ name: string; email: string }>`
    select name, email from users where id = ${id} and status = 'inactive' and erased_at is null for update`.execute(
    ctx.tx,
  );
  const [account] = rows;
  if (!account) return;
  await sql`
    update users set name = ${name}, email = 'erased-' || id || '@erased.invalid', password_hash = null, last_sign_in_at = null,
      erased_at = ${ctx.now}, version = version + 1, updated_at = ${ctx.now}
    where id = ${id}`.execute(ctx.tx);
  const names = [account.name, ...(await findNamesIn(ctx.tx, 'user', id))];
  const addresses = [account.email.toLowerCase(), ...(await findAddressesIn(ctx.tx, 'user', id))];
  // Attempts are counted by address, also where there is no account.
  for (const address of new Set(addresses)) await forgetAttemptsOf(ctx.tx, address);
  await eraseNotificationsOf(ctx, id, names);
  for (const table of ownedByPerson)
    await sql`delete from ${sql.table(table)} where user_id = ${id}`.execute(ctx.tx);
  await eraseAnswers(ctx.tx, { routes: '/users', named: 'user' }, [id]);
  await eraseAudits(ctx.tx, 'user', [id], ctx.now);
  // Sessions are recorded under the id and name of their user.
  await eraseAudits(ctx.tx, 'session', [id], ctx.now);
  await eraseActor(ctx.tx, id, ctx.now);
  const emptied = await eraseEntriesNaming(ctx.tx, { userId: id, names, addresses }, ctx.now);
  // Earlier versions noted the name of a new cashier beside their number.
  await sql`
    update till_events set note = null where kind = 'cashier_changed' and recorded_by = ${id} and note is not null`.execute(
    ctx.tx,
  );
  recordAudit(ctx, {
    action: 'erased',
    recordType: 'user',
    recordId: id,
    recordName: name,
    ...(emptied.length > 0 ? { after: { emptied } } : {}),
  });
}

async function eraseNotificationsOf(
  { tx }: WriteContext,
  id: number,
  names: readonly string[],
): Promise<void> {
  for (const kind of notificationsNaming) await deleteNotificationsOf(tx, kind, [id]);
  // Where they were signed in while someone tried the PIN of another user, what they asked others to approve, their scheduled
  // reports and the emails to them.
  await sql`
    delete from notifications where kind in ('blocked_pin', 'own_blocked_pin') and split_part(key, ' ', 2) = ${String(id)}
      or kind = 'failed_report' and split_part(key, ' ', 1) in (select r.id::text from saved_reports r where r.owner_id = ${id})
      or kind = 'failed_email' and split_part(key, ' ', 1) in (select e.id::text from emails e where e.user_id = ${id})
      or kind in ('order_approval', 'expense_approval') and exists (
        select from unnest(${names}::text[]) name where starts_with(words, name || ' asks you to approve '))`.execute(
    tx,
  );
}
