import { truncateText } from '#domain/kernel/truncate-text';
import { formatPounds, type Pence, toPence } from '#domain/kernel/money';
import { roundHalfAwayFromZero } from '#domain/kernel/rounding';
import { recordAudit } from '../../kernel/audit';
import type { ImportContext } from '../../kernel/imports';
import { credit, debit, postRequiredJournal, systemAccounts } from '../../kernel/ledger';
import { openItem } from '../../kernel/parties';
import { findStoredRules, defaultAccountOf } from '../../kernel/tills';
import type { DocumentOfBatch, LineOfBatch } from './batch.queries';
import { nothingPosted, type Posted } from './posted';
import { customerOf, ledgerOfCustomer, type Surroundings } from './surroundings';

/**
 * Posts fees, bad debts and adjustments of a document to their accounts, against the account that the history's takings
 * went to. No line is zero. A negative amount is a cost, a positive one reduces it. No VAT, because there is no supplier's invoice
 * (V18).
 */
export async function postToAccounts(
  ctx: ImportContext,
  document: DocumentOfBatch,
  lines: readonly LineOfBatch[],
  around: Pick<Surroundings, 'customers' | 'ledgerOf'>,
  businessDate: string = document.business_date,
): Promise<Posted> {
  if (lines.length === 0) return nothingPosted;
  const { paid_by } = ctx.options;
  const customer = customerOf(document.customer_number, around.customers);
  const party = paid_by === 'account' ? ledgerOfCustomer(customer, around) : null;
  const account = party ? systemAccounts.tradeDebtors : await accountOf(ctx);
  const entries = lines.map(line => ({ line, amount: penceOf(line) }));
  const total = toPence(entries.reduce((all, { amount }) => all + amount, 0));
  const reference = { type: 'import', id: ctx.importId, number: null };
  const { id } = await postRequiredJournal(ctx, {
    businessDate,
    kind: 'history_entry',
    narrative: `Sales history ${document.number}`,
    document: reference,
    lines: [
      ...entries.map(({ line, amount }) =>
        credit(line.account_code ?? '', amount, {
          description: truncateText(`${line.sku} ${line.description}`.trim(), 200),
        }),
      ),
      debit(account, total, party ? { party } : {}),
    ],
  });
  if (party && total !== 0)
    await openItem(ctx, {
      party,
      document: reference,
      businessDate,
      journalId: id,
      side: total > 0 ? 'debit' : 'credit',
      kind: 'adjustment',
      description: `Sales history ${document.number}`,
      amount: toPence(Math.abs(total)),
    });
  recordAudit(ctx, {
    action: 'posted',
    recordType: 'journal',
    recordId: id,
    recordName: `Sales history ${document.number}`,
    after: {
      on: businessDate,
      lines: entries.map(
        ({ line, amount }) => `${line.account_code} ${formatPounds(amount)} ${line.description}`,
      ),
    },
  });
  return {
    lines: entries.map(({ line, amount }, index) => ({
      row: line.row,
      type: 'journal',
      id,
      line: index + 1,
      pence: amount,
    })),
    documents: [{ type: 'journal', id }],
    listed: [],
  };
}

/** The account of the history's takings (rule L4, or as chosen in Settings). */
async function accountOf({ tx, options: { paid_by } }: ImportContext): Promise<string> {
  const method = paid_by === 'account' ? 'credit_card' : paid_by;
  const rules = await findStoredRules(tx);
  return rules[method].account ?? defaultAccountOf(method) ?? systemAccounts.cardClearing;
}

/** The amount to post for a line, which can have fractions of a penny (rule M2). */
export const penceOf = ({ amount_micropence }: Pick<LineOfBatch, 'amount_micropence'>): Pence =>
  toPence(roundHalfAwayFromZero(BigInt(amount_micropence), 1_000_000n));
