import type { OpeningItem, openingBalances } from '#domain/accounts/account.contract';
import type { BodyOf } from '#domain/kernel/call';
import { londonDate } from '#domain/kernel/dates';
import { ensureOpenDay } from '../../kernel/books-day';
import { countOfNumber, nextNumber } from '../../kernel/documents';
import { credit, debit, lockAccountStatus, postRequiredJournal, systemAccounts } from '../../kernel/ledger';
import type { WriteContext } from '../../platform/http/context';
import { invalid } from '../../platform/http/refusal';
import { findAccount } from './accounts.queries';
import { recordOpening } from './record-opening';

const { openingSuspense } = systemAccounts;

/** No return includes an opening balance, so nothing would ever clear it from the accounts of VAT to return (rule V24). */
const vatElsewhere = `Enter VAT still to be paid for returns made elsewhere as a balance of ${systemAccounts.vatPayable}.`;

/** Where the balances of control accounts are entered that no invoice, bill or stock makes up. */
const adviceFor: Readonly<Record<string, string>> = {
  [systemAccounts.outputVat]: vatElsewhere,
  [systemAccounts.inputVat]: vatElsewhere,
  [systemAccounts.tillCash]: `Enter the cash as a balance of ${systemAccounts.pettyCash}. Opening a till moves its float from there.`,
  [systemAccounts.goodsReceivedNotInvoiced]:
    'Enter the stock with its cost, and the supplier’s bill as an opening bill once you have it.',
};

/** Enters the opening balance of an account against suspense (rule L9). It creates no VAT entry. */
export async function enterOpeningBalance(
  ctx: WriteContext,
  body: BodyOf<typeof openingBalances.addAccount>,
): Promise<OpeningItem> {
  const businessDate = body.business_date ?? londonDate(ctx.now);
  await ensureOpenDay(ctx, businessDate, { reason: body.date_reason ?? null });
  await lockAccountStatus(ctx.tx, body.account);
  const account = await findAccount(ctx.tx, body.account);
  if (!account || account.status !== 'active')
    throw invalid({ account: `There is no active account ${body.account}.` });
  if (account.code === openingSuspense)
    throw invalid({ account: 'Choose the account that the balance belongs to.' });
  if (account.is_control)
    throw invalid({
      account: `${account.code} ${account.name} is a control account. ${adviceFor[account.code] ?? 'Enter its invoices, bills or stock one by one.'}`,
    });
  const lines =
    body.side === 'debit'
      ? [debit(account.code, body.amount), credit(openingSuspense, body.amount)]
      : [debit(openingSuspense, body.amount), credit(account.code, body.amount)];
  const narrative = `Opening balance of ${account.code} ${account.name}`;
  const number = await nextNumber(ctx.tx, 'OPEN');
  const { id: journalId } = await postRequiredJournal(ctx, {
    businessDate,
    kind: 'opening',
    narrative,
    reason: body.date_reason ?? null,
    lines,
    document: { type: 'opening_item', id: countOfNumber(number), number },
  });
  return recordOpening(ctx, { journalId, narrative, businessDate });
}
