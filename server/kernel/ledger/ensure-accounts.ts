import { sql } from 'kysely';
import type { Tx } from '../../platform/database/open-database';
import { invalid } from '../../platform/http/refusal';

/** A chosen account, and its field in the form. */
type Chosen = { readonly account: string; readonly field: string };

/**
 * Locks accounts for a manual posting. 422 names the field: an account that does not exist, is inactive, or
 * is a control account whose subledger the posting would not update.
 */
export async function ensureAccounts(tx: Tx, chosen: readonly Chosen[]): Promise<void> {
  if (chosen.length === 0) return;
  const codes = [...new Set(chosen.map(({ account }) => account))];
  const { rows } = await sql<{ code: string; name: string; status: string; is_control: boolean }>`
    select code, name, status, is_control from accounts where code = any(${codes}) for share`.execute(tx);
  const existing = new Map(rows.map(row => [row.code, row]));
  for (const { account, field } of chosen) {
    const stored = existing.get(account);
    if (!stored) throw invalid({ [field]: `There is no account ${account}.` });
    if (stored.status !== 'active')
      throw invalid({ [field]: `${account} ${stored.name} is inactive. Choose another account.` });
    if (stored.is_control)
      throw invalid({
        [field]: `${account} ${stored.name} is a control account, so you cannot post to it manually.`,
      });
  }
}
