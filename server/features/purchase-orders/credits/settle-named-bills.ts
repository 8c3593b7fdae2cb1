import type { BodyOf } from '#domain/kernel/call';
import type { CalendarDate } from '#domain/kernel/dates';
import { toPence } from '#domain/kernel/money';
import type { supplierDocuments } from '#domain/purchase-orders/supplier-document.contract';
import { allocate, findItemsOf, type LockedParty, openPart } from '../../../kernel/parties';
import type { WriteContext } from '../../../platform/http/context';
import { settleDebts } from './order-credit';
import type { CreditableBill } from '../supplier-documents.queries';

type NamedBills = Readonly<BodyOf<typeof supplierDocuments.credit>['bills']>;

/** Settles what a credit note names: its bills first, then what else their orders owe. */
export async function settleBillsNamed(
  ctx: WriteContext,
  named: NamedBills,
  bills: ReadonlyMap<number, CreditableBill>,
  item: CreditItem,
): Promise<void> {
  await settleOrders(ctx, await settleNamed(ctx, named, item), bills, item);
}

export const isOfOrder = (bill: CreditableBill | undefined) =>
  bill !== undefined && bill.purchase_order_id !== null && bill.kind === 'goods';

type CreditItem = { readonly party: LockedParty; readonly itemId: number; readonly on: CalendarDate };

/** Settles the bills named, as far as they are open. Returns what is left of each part. */
async function settleNamed(
  ctx: WriteContext,
  named: NamedBills,
  { party, itemId, on }: CreditItem,
): Promise<NamedBills> {
  const rest: NamedBills[number][] = [];
  for (const { bill_id, amount } of named) {
    const items = await findItemsOf(ctx.tx, { type: 'supplier_bill', id: bill_id });
    const bill = items.find(item => item.side === 'credit');
    const part = bill ? toPence(Math.min(amount, openPart(bill))) : toPence(0);
    if (bill)
      await allocate(ctx, {
        party,
        debitItemId: itemId,
        creditItemId: bill.id,
        amount: part,
        businessDate: on,
      });
    rest.push({ bill_id, amount: toPence(amount - part) });
  }
  return rest;
}

/**
 * What is left of a part for an order lowers what the order still owes (rule P4), so it settles the order's other bills;
 * only the rest is credit on account (rule W9).
 */
async function settleOrders(
  ctx: WriteContext,
  rest: NamedBills,
  bills: ReadonlyMap<number, CreditableBill>,
  { party, itemId, on }: CreditItem,
): Promise<void> {
  for (const { bill_id, amount } of rest) {
    const bill = bills.get(bill_id);
    if (bill?.purchase_order_id == null || !isOfOrder(bill)) continue;
    await settleDebts(ctx, bill.purchase_order_id, { party, itemId, amount }, on);
  }
}
