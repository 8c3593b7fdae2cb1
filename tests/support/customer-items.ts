import { type CalendarDate, londonDate } from '#domain/kernel/dates';
import { toPence } from '#domain/kernel/money';
import { credit, debit, postJournal, systemAccounts } from '../../server/kernel/ledger';
import { lockParty, openItem } from '../../server/kernel/parties';
import type { WriteContext } from '../../server/platform/http/context';

type What = {
  readonly side: 'debit' | 'credit';
  /** Pence. */
  readonly amount: number;
  readonly on?: CalendarDate;
  readonly dueOn?: CalendarDate;
  readonly number?: string;
};
let items = 0;

/** Posts an invoice (a debit) or money (a credit) to a customer's ledger, with its journal; returns the item. */
export async function customerItem(ctx: WriteContext, customerId: number, what: What): Promise<number> {
  const { side, on = londonDate(ctx.now), dueOn } = what;
  const amount = toPence(what.amount);
  const id = ++items;
  const document = {
    type: 'test',
    id,
    number: what.number ?? `${side === 'debit' ? 'INVOICE' : 'MONEY'}-${id}`,
  };
  const { party } = await lockParty(ctx.tx, { kind: 'customer', id: customerId });
  const journal = await postJournal(ctx, {
    businessDate: on,
    kind: 'customer_adjustment',
    narrative: document.number,
    document,
    lines:
      side === 'debit'
        ? [debit(systemAccounts.tradeDebtors, amount, { party }), credit(systemAccounts.sales, amount)]
        : [debit(systemAccounts.bank, amount), credit(systemAccounts.tradeDebtors, amount, { party })],
  });
  const item = await openItem(ctx, {
    party,
    side,
    kind: side === 'debit' ? 'invoice' : 'receipt',
    document,
    businessDate: on,
    dueOn: dueOn ?? null,
    amount,
    journalId: journal?.id ?? 0,
  });
  return item.id;
}
