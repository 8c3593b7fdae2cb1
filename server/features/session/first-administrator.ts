import { newPassword } from '#domain/kernel/password-rule';
import { writeAudits } from '../../kernel/audit';
import type { Database } from '../../platform/database/open-database';
import { inTransaction } from '../../platform/database/transaction';
import { anonymousActor } from '../../platform/http/context';
import { StartRefused } from '../../platform/start-refused';
import { isCommonPassword } from './passwords/common-passwords';
import { hashPassword } from './passwords/passwords';
import { createAdministrator } from './register';

/**
 * Adds the administrator named in ADMIN_EMAIL and ADMIN_PASSWORD when there are no users. @throws StartRefused when the
 * password is too short or too common.
 */
export async function ensureFirstAdministrator(
  db: Database,
  { email, password }: { email: string; password: string },
  now: Date,
): Promise<void> {
  const name = email.split('@')[0] ?? email;
  const tooWeak = newPassword.safeParse(password).error?.issues[0]?.message;
  if (tooWeak) throw new StartRefused(`ADMIN_PASSWORD: ${tooWeak}`);
  await inTransaction(db, async tx => {
    if (await tx.selectFrom('users').select('id').executeTakeFirst()) return;
    if (isCommonPassword(password, [name, email])) {
      throw new StartRefused('ADMIN_PASSWORD is too easy to guess. Choose another.');
    }
    const { id } = await tx
      .insertInto('users')
      .values({ name, email, password_hash: await hashPassword(password), created_at: now, updated_at: now })
      .returning('id')
      .executeTakeFirstOrThrow();
    await createAdministrator({ tx }, id);
    const entry = {
      action: 'registered',
      recordType: 'user',
      recordId: id,
      recordName: name,
      after: { roles: ['admin'] },
    };
    await writeAudits(
      tx,
      { actor: { ...anonymousActor, name: 'Counterfoil' }, now, requestId: '', address: '' },
      [entry],
    );
  });
}
