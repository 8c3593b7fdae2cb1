import type { TenderMethod } from '#domain/sales/tender';
import { systemAccounts } from '../../kernel/ledger';
import { findingSetting, type SettingRow } from '../../kernel/settings';
import { defaultAccountOf, paymentSetting, type StoredRules } from '../../kernel/tills';
import { ask, known, type Question } from '../../platform/database/send-together';
import type { Reader } from '../../platform/database/open-database';

type AnyTender = { readonly method: TenderMethod };

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
export const withAccounts = <Tender extends AnyTender>(
  db: Reader,
  tenders: readonly Tender[],
): Promise<Placed<Tender>[]> => ask(db, findingAccountsOf(tenders));

/** The same, to be asked with other questions. */
export function findingAccountsOf<Tender extends AnyTender>(
  tenders: readonly Tender[],
): Question<SettingRow, Placed<Tender>[]> {
  if (tenders.every(({ method }) => method === 'cash')) return known(placed(tenders, null));
  const rules = findingSetting(paymentSetting);
  return {
    ...rules,
    answer: rows => placed(tenders, rules.answer(rows).value),
  };
}

const placed = <Tender extends AnyTender>(
  tenders: readonly Tender[],
  rules: StoredRules | null,
): Placed<Tender>[] =>
  tenders.map(tender => {
    const { method } = tender;
    if (method === 'exchange')
      return { ...tender, account: systemAccounts.otherClearing, account_code: null };
    const account_code = rules?.[method].account ?? null;
    return { ...tender, account: account_code ?? defaultAccountOf(method), account_code };
  });
