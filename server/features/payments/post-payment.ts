import { sql } from 'kysely';
import type { CalendarDate } from '#domain/kernel/dates';
import { type Pence, toPence } from '#domain/kernel/money';
import { takingNextNumber } from '../../kernel/documents';
import { credit, debit, paidFrom, postJournalAs, receivedInto, systemAccounts } from '../../kernel/ledger';
import {
  allocate,
  allocateOldestFirst,
  findItemsOf,
  type LockedParty,
  lockingParty,
  openItemsAs,
  openPart,
} from '../../kernel/parties';
import { preparedStatement, unawaitedStatement } from '../../platform/database/prepared-statement';
import { reservingId } from '../../platform/database/reserve-ids';
import { askTogether, known } from '../../platform/database/send-together';
import type { WriteContext } from '../../platform/http/context';
import { settleDebts, settleWithCredit } from '../purchase-orders';
import { findFreeCredit } from './free-credit';
import { findChosen } from './payment-bills';
import type { StoredPayment } from './stored-payment';

/**
 * Posts a completed payment (rules L2, L4; table of L "Supplier payment", "Refund from supplier"): its
 * journal, its item on the supplier's ledger, and its allocations there. The caller holds the locks of its
 * orders.
 */
export async function postPayment(
  ctx: WriteContext,
  payment: StoredPayment,
  businessDate: CalendarDate,
  reason: string | null,
): Promise<void> {
  const [, { party }, number, journalId, itemId] = await askTogether(ctx.tx, [
    ...lockingParty({ kind: 'supplier', id: payment.supplier.id }),
    payment.number === null ? takingNextNumber('PAY') : known(payment.number),
    reservingId('journals'),
    reservingId('party_items'),
  ]);
  const document = { type: 'payment', id: payment.id, number };
  const { amount, direction } = payment;
  const isOut = direction === 'out';
  await postJournalAs(ctx, journalId, {
    businessDate,
    kind: isOut ? 'supplier_payment' : 'supplier_refund',
    narrative: isOut ? `Payment to ${payment.supplier.name}` : `Refund from ${payment.supplier.name}`,
    document,
    reason,
    lines: isOut
      ? [
          debit(systemAccounts.tradeCreditors, amount, { party }),
          credit(paidFrom[payment.payment_method], amount),
        ]
      : [
          debit(receivedInto[payment.payment_method], amount),
          credit(systemAccounts.tradeCreditors, amount, { party }),
        ],
  });
  await openItemsAs(ctx, [
    {
      id: itemId,
      party,
      side: isOut ? 'debit' : 'credit',
      kind: isOut ? 'payment' : 'refund',
      description: payment.reference_number,
      document,
      businessDate,
      amount,
      journalId,
    },
  ]);
  await sql`${unawaitedStatement}
    update payments set status = 'completed', number = ${number}, business_date = ${businessDate}, version = version + 1
    where id = ${payment.id}`.execute(ctx.tx);
  const money: PostedMoney = { party, itemId, businessDate };
  if (isOut && payment.allocations.length > 0) await settleBills(ctx, payment, money);
  else if (isOut) await settleAsChosen(ctx, payment.id, money);
  else await settleRefund(ctx, payment, money);
}

/** The item of a payment on the ledger of its supplier. */
type PostedMoney = {
  readonly party: LockedParty;
  readonly itemId: number;
  readonly businessDate: CalendarDate;
};

/**
 * A payment without an order settles the oldest bills, the bills it lists, or none, which leaves it on
 * account (rule P14), like one whose orders need nothing any more (rule P5).
 */
async function settleAsChosen(
  ctx: WriteContext,
  paymentId: number,
  { party, itemId, businessDate }: PostedMoney,
): Promise<void> {
  const { settles, parts } = await findChosen(ctx.tx, paymentId);
  if (settles === 'oldest') await allocateOldestFirst(ctx, party, itemId, businessDate);
  for (const part of parts)
    await allocate(ctx, {
      party,
      debitItemId: itemId,
      creditItemId: part.itemId,
      amount: part.amount,
      businessDate,
    });
  await allocateToOrders(ctx, paymentId, itemId);
}

/**
 * A payment without an order has settled bills (rules W6, P14), so their orders are paid by the same amount
 * (rule P4).
 */
async function allocateToOrders(ctx: WriteContext, paymentId: number, itemId: number): Promise<void> {
  await sql`${preparedStatement}
    insert into payment_allocations (payment_id, purchase_order_id, amount_pence)
    select ${paymentId}, b.purchase_order_id, sum(a.amount_pence)
    from allocations a join party_items i on i.id = a.credit_item_id and i.document_type = 'supplier_bill'
      join supplier_bills b on b.id = i.document_id and b.kind = 'goods'
    where a.debit_item_id = ${itemId} group by b.purchase_order_id having sum(a.amount_pence) > 0`.execute(
    ctx.tx,
  );
}

/**
 * The part allocated to an order settles its bills, earliest due first; the rest waits for the next bill
 * (rule W4).
 */
async function settleBills(
  ctx: WriteContext,
  payment: StoredPayment,
  { party, itemId, businessDate }: PostedMoney,
): Promise<void> {
  for (const { purchase_order_id, amount } of payment.allocations)
    await settleDebts(ctx, purchase_order_id, { party, itemId, amount }, businessDate);
}

/**
 * A refund repays the credit of the orders it names, and then credit that no order waits for, oldest first (rules W4,
 * P14). Another order keeps its deposit. What repays nothing yet waits for its credit note.
 */
async function settleRefund(
  ctx: WriteContext,
  payment: StoredPayment,
  { party, itemId, businessDate }: PostedMoney,
): Promise<void> {
  let remaining = payment.amount as number;
  for (const { purchase_order_id, amount } of payment.allocations)
    remaining -= await settleWithCredit(
      ctx,
      purchase_order_id,
      { party, itemId, amount: toPence(Math.min(amount, remaining)) },
      businessDate,
    );
  if (remaining === 0) return;
  for (const { item_id, free } of await findFreeCredit(ctx.tx, payment.supplier.id)) {
    const amount = toPence(Math.min(free, remaining));
    await allocate(ctx, {
      party,
      debitItemId: item_id,
      creditItemId: itemId,
      amount,
      businessDate,
    });
    remaining -= amount;
    if (remaining === 0) return;
  }
}

/** The ledger item of a payment. */
export async function itemOfPayment(
  ctx: WriteContext,
  paymentId: number,
): Promise<{ id: number; open: Pence } | undefined> {
  const items = await findItemsOf(ctx.tx, { type: 'payment', id: paymentId });
  const item = items.find(candidate => candidate.kind !== 'reversal');
  return item && { id: item.id, open: openPart(item) };
}
