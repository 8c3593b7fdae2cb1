import type { Reader } from '../../platform/database/open-database';
import { companySetting } from '../company';
import { findSetting } from '../settings';

/**
 * The sender and reply address of automatic emails: the company with its own or its mailbox's address. Null
 * until entered.
 */
export async function findSender(
  db: Reader,
): Promise<{ readonly name: string | null; readonly replyTo: string | null }> {
  const { name, trading_name, email } = (await findSetting(db, companySetting)).value;
  const mailbox = await db.selectFrom('mailbox').select('address').executeTakeFirst();
  return { name: (trading_name ?? name) || null, replyTo: email ?? mailbox?.address ?? null };
}
