import { sql } from 'kysely';
import type { Tx } from '../../platform/database/open-database';
import { invalid } from '../../platform/http/refusal';

/** An account that somebody chose, and the field of the form where they did. */
type Chosen = { readonly account: string; readonly field: string };

/**
 * Holds accounts that may be posted to by hand. 422 names the field: an account that is not there, is inactive, or has
 * a ledger of its own behind it, which a posting by hand would leave behind.
 */
export async function ensureAccounts(tx: Tx, chosen: readonly Chosen[]): Promise<void> {
  const codes = [...new Set(chosen.map(({ account }) => account))];
  const { rows } = await sql<{ code: string; name: string; status: string; is_control: boolean }>`
    select code, name, status, is_control from accounts where code = any(${codes}) for share`.execute(tx);
  const known = new Map(rows.map(row => [row.code, row]));
  for (const { account, field } of chosen) {
    const stored = known.get(account);
    if (!stored) throw invalid({ [field]: `There is no account ${account}.` });
    if (stored.status !== 'active')
      throw invalid({ [field]: `${account} ${stored.name} is inactive. Choose another account.` });
    if (stored.is_control)
      throw invalid({
        [field]: `${account} ${stored.name} is a control account, so you cannot post to it manually.`,
      });
  }
}
