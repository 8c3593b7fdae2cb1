import { sql } from 'kysely';
import type { CalendarDate } from '#domain/kernel/dates';
import { formatPounds, type Pence } from '#domain/kernel/money';
import type { PaymentMethod } from '#domain/payments/payment.status';
import { type CustomerPaymentKind, customerPaymentKindNames } from '#domain/wallet/customer-payment';
import { recordAudit } from '../../kernel/audit';
import { nextNumber } from '../../kernel/documents';
import { credit, debit, postRequiredJournal, systemAccounts } from '../../kernel/ledger';
import { openItem } from '../../kernel/parties';
import { customerMoneyAccount, recordTillCash } from '../../kernel/tills';
import type { WriteContext } from '../../platform/http/context';
import { insertedId } from '../../platform/database/inserted-id';
import { insertCustomerPayment } from './customer-payments.queries';
import type { LedgerCustomer } from './open-customer';

export type Money = {
  readonly customer: LedgerCustomer;
  readonly kind: CustomerPaymentKind;
  readonly method: PaymentMethod;
  /** The till it was taken at, whose drawer cash goes into or comes out of. The caller keeps it open. */
  readonly sessionId: number | null;
  readonly amount: Pence;
  readonly businessDate: CalendarDate;
  /** The reason for backdating. */
  readonly dateReason: string | null;
  readonly reference: string | null;
  readonly notes: string | null;
};

export type PostedMoney = { readonly id: number; readonly itemId: number; readonly number: string };

/**
 * Posts a payment from or to a customer (L "Customer receipt / top-up", "Wallet withdrawal paid out"): its
 * document, journal, drawer and ledger item. No VAT, because a top-up is not for a supply yet (rule V15).
 * The caller allocates it.
 */
export async function postCustomerMoney(ctx: WriteContext, money: Money): Promise<PostedMoney> {
  const { customer, kind, amount, businessDate, sessionId } = money;
  const isOut = kind === 'withdrawal';
  const number = await nextNumber(ctx.tx, 'RCT');
  const id = await insertCustomerPayment(ctx, { ...money, number, customerId: customer.id });
  const document = { type: 'customer_payment', id, number };
  const account = await accountOf(ctx, money.method, isOut);
  const { id: journalId } = await postRequiredJournal(ctx, {
    businessDate,
    kind: isOut ? 'customer_payout' : 'customer_receipt',
    narrative: `${customerPaymentKindNames[kind]} ${isOut ? 'to' : 'from'} ${customer.number}`,
    document,
    reason: money.dateReason,
    lines: isOut
      ? [debit(systemAccounts.tradeDebtors, amount, { party: customer }), credit(account, amount)]
      : [debit(account, amount), credit(systemAccounts.tradeDebtors, amount, { party: customer })],
  });
  if (sessionId !== null && money.method === 'cash')
    await recordTillCash(ctx, {
      sessionId,
      kind: isOut ? 'payout' : 'receipt',
      amount: (isOut ? 0 - amount : amount) as Pence,
      journalId,
      document,
    });
  const item = await openItem(ctx, {
    party: customer,
    side: isOut ? 'debit' : 'credit',
    kind,
    description: money.reference,
    document,
    businessDate,
    amount,
    journalId,
  });
  recordAudit(ctx, {
    action: isOut ? 'paid_out' : 'money_received',
    recordType: 'customer',
    recordId: customer.id,
    recordName: customer.name,
    after: { number, kind, amount: formatPounds(amount), method: money.method },
  });
  return { id, itemId: item.id, number };
}

/** Our own cheque leaves the bank; a cheque received waits in another account until paid in. */
const accountOf = async (ctx: WriteContext, method: PaymentMethod, isOut: boolean): Promise<string> =>
  isOut && method === 'cheque' ? systemAccounts.bank : customerMoneyAccount(ctx.tx, method);

/** The journal of a payment. */
export async function journalOf(ctx: WriteContext, paymentId: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from journals where document_type = 'customer_payment' and document_id = ${paymentId} and reverses_id is null`.execute(
    ctx.tx,
  );
  return insertedId(rows);
}
