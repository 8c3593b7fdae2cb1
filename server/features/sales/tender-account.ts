import { sql } from 'kysely';
import { formatPounds, type Pence } from '#domain/kernel/money';
import type { TenderMethod } from '#domain/sales/tender';
import { systemAccounts } from '../../kernel/ledger';
import { findingSetting, type SettingRow } from '../../kernel/settings';
import { defaultAccountOf, paymentSetting, type StoredRules } from '../../kernel/tills';
import { ask, known, type Question } from '../../platform/database/send-together';
import type { Reader } from '../../platform/database/open-database';
import { conflict } from '../../platform/http/refusal';

type AnyTender = { readonly method: TenderMethod };

export type Placed<Tender> = Tender & {
  /** The ledger account; null for what stays on the customer's ledger. */
  readonly account: string | null;
  /** The account if the company chose another than the usual one, stored with the tender. */
  readonly account_code: string | null;
};

/** The payments of a sale with their ledger accounts, to be asked with other questions (rule L4, or as chosen in Settings). */
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

/** Cash goes into drawers. Exchanged goods pass through the clearing account in the same transaction. */
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

type Refunded = AnyTender & { readonly amount: Pence };
/**
 * Whether a refund by cheque hands the customer's own cheque back: `whole` is refused once it was banked, `unbanked` is one
 * of ours then, and `no` always is.
 */
export type ChequeBack = 'whole' | 'unbanked' | 'no';

/**
 * Refund payments with their ledger accounts. Money is refunded from where it was received, except by cheque: ours
 * leaves the bank (rule L4), and only the customer's own, handed back unbanked, comes out of the undeposited ones
 * (decision 141).
 */
export async function withRefundAccounts<Tender extends Refunded>(
  db: Reader,
  tenders: readonly Tender[],
  chequeBack: ChequeBack,
): Promise<Placed<Tender>[]> {
  const found = await ask(db, findingAccountsOf(tenders));
  const back: Placed<Tender>[] = [];
  for (const tender of found)
    back.push(
      tender.method === 'cheque' && !(await isHandedBack(db, tender, chequeBack))
        ? { ...tender, account: systemAccounts.bank, account_code: systemAccounts.bank }
        : tender,
    );
  return back;
}

/** A cheque that the account no longer holds was banked. */
async function isHandedBack(
  db: Reader,
  { account, amount }: Placed<Refunded>,
  chequeBack: ChequeBack,
): Promise<boolean> {
  if (chequeBack === 'no' || account === systemAccounts.bank) return false;
  const { rows } = await sql<{ held: Pence }>`
    select coalesce(sum(debit_pence - credit_pence), 0)::bigint as held from ledger_by_day where account_code = ${account}`.execute(
    db,
  );
  const isHeld = (rows[0]?.held ?? 0) >= amount;
  // Where cheques go straight to a bank account, none is waiting there to be handed back.
  if (!isHeld && chequeBack === 'whole' && account !== systemAccounts.undepositedCheques) return true;
  if (!isHeld && chequeBack === 'whole')
    throw conflict(
      `The cheque for ${formatPounds(amount)} was banked, so it cannot be handed back. Refund the sale instead: a refund by cheque is paid from the bank.`,
    );
  return isHeld;
}
