import type { TenderMethod } from '#domain/sales/tender';
import { systemAccounts } from '../../kernel/ledger';
import { findStoredRules, defaultAccountOf } from '../../kernel/tills';
import type { Reader } from '../../platform/database/open-database';

export type Placed<Tender> = Tender & {
  /** The ledger account; null for what stays on the customer's ledger. */
  readonly account: string | null;
  /** The account if the company chose another than the usual one, stored with the tender. */
  readonly account_code: string | null;
};

/**
 * Tenders with their ledger accounts (rule L4, or as chosen in Settings). Cash goes into drawers. Exchanged
 * goods pass through the clearing account in the same transaction.
 */
export async function withAccounts<Tender extends { readonly method: TenderMethod }>(
  db: Reader,
  tenders: readonly Tender[],
): Promise<Placed<Tender>[]> {
  const rules = tenders.every(({ method }) => method === 'cash') ? null : await findStoredRules(db);
  return tenders.map(tender => {
    const { method } = tender;
    if (method === 'exchange')
      return { ...tender, account: systemAccounts.otherClearing, account_code: null };
    const account_code = rules?.[method].account ?? null;
    return { ...tender, account: account_code ?? defaultAccountOf(method), account_code };
  });
}
