import { salesAccounts } from '#domain/accounting/profit-parts';
import { ensureAccounts } from '../../../kernel/ledger';
import type { Tx } from '../../../platform/database/open-database';
import { invalid } from '../../../platform/http/refusal';
import { accountsOfMoney } from '../supplier-documents.queries';

/** The accounts a line can use: no control accounts, no money accounts and none of sales (rule A14). */
export async function ensureLineAccounts(
  tx: Tx,
  lines: readonly { readonly account?: string | null | undefined }[],
): Promise<void> {
  const chosen = lines.flatMap(({ account }, index) =>
    account == null ? [] : [{ account, field: `lines.${index}.account` }],
  );
  await ensureAccounts(tx, chosen);
  const money = chosen.find(({ account }) => accountsOfMoney.includes(account));
  if (money)
    throw invalid({
      [money.field]: `${money.account} cannot be used for supplier bills. Record a payment instead.`,
    });
  const sales = chosen.find(({ account }) => salesAccounts.includes(account));
  if (sales)
    throw invalid({
      [sales.field]: `${sales.account} is for what you sell. Choose a cost account, or an income account of your own.`,
    });
}
