import type { Reader } from '../../platform/database/open-database';
import { companySetting } from '../company';
import { findSetting } from '../settings';

/**
 * In whose name messages go out, and where an answer to one goes that no person wrote: the firm, and its address or
 * that of its mailbox. Null while it has entered neither.
 */
export async function findSender(
  db: Reader,
): Promise<{ readonly name: string | null; readonly replyTo: string | null }> {
  const { name, trading_name, email } = (await findSetting(db, companySetting)).value;
  const mailbox = await db.selectFrom('mailbox').select('address').executeTakeFirst();
  return { name: (trading_name ?? name) || null, replyTo: email ?? mailbox?.address ?? null };
}
