import { sql } from 'kysely';
import type { Tx } from '../../platform/database/open-database';
import { invalid } from '../../platform/http/refusal';

/** A chosen account, its field in the form, and the record it belongs to if nobody chose it in this form. */
type Chosen = { readonly account: string; readonly field: string; readonly of?: string };

/** Keeps an account from being made inactive until the commit, before its status is read. */
export async function lockAccountStatus(tx: Tx, code: string): Promise<void> {
  await sql`select from accounts where code = ${code} for share`.execute(tx);
}

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
  for (const { account, field, of } of chosen) {
    const stored = existing.get(account);
    if (!stored) throw invalid({ [field]: `There is no account ${account}.` });
    if (stored.status !== 'active')
      throw invalid({
        [field]:
          of === undefined
            ? `${account} ${stored.name} is inactive. Choose another account.`
            : `${account} ${stored.name}, the account of ${of}, is inactive. Set it to active first.`,
      });
    if (stored.is_control)
      throw invalid({
        [field]: `${account} ${stored.name} is a control account, so you cannot post to it manually.`,
      });
  }
}
