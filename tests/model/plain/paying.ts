import { sum, type Whole } from './arithmetic';
import type { Payment } from './ordered';
import { type Purchasing, supplierName } from './purchasing';
import type { StepOf } from './steps';
import type { SupplierDocuments } from './supplier-documents';
import { mustExist, need, type World } from './world';

/** Money to suppliers (rules L2, P4, P5, W4). */
export class Paying {
  private readonly world: World;
  private readonly purchasing: Purchasing;
  private readonly documents: SupplierDocuments;

  constructor(world: World, purchasing: Purchasing, documents: SupplierDocuments) {
    this.world = world;
    this.purchasing = purchasing;
    this.documents = documents;
  }

  /** P4, P5, W4: payments; the part allocated to an order settles its bills, the rest stays on account. */
  pay({ n, supplier, amount, parts, day }: StepOf<'pay'>): void {
    const { ledger, parties } = this.world;
    need(this.world.canPostOn(day), `${day} is closed`);
    need(sum(parts.map(([, part]) => BigInt(part))) <= BigInt(amount), 'more than is paid');
    for (const [order, part] of parts) {
      need(this.purchasing.open(order).supplier === supplier, 'of another supplier');
      need(BigInt(part) <= this.purchasing.outstanding(order), 'more than is outstanding');
    }
    ledger.post(day, [
      ['2100', BigInt(amount)],
      ['1020', -BigInt(amount)],
    ]);
    const party = supplierName(supplier);
    const item = parties.add({
      document: `payment ${n}`,
      party,
      side: 'debit',
      amount: BigInt(amount),
      day,
      due: null,
    });
    for (const [order, part] of parts) {
      let remaining = BigInt(part);
      for (const bill of this.purchasing.billsOf(order))
        remaining -= parties.settle(item, bill.item, day, remaining);
    }
    this.purchasing.payments.set(n, {
      supplier,
      amount: BigInt(amount),
      parts: new Map(parts.map(([order, part]) => [order, BigInt(part)])),
      item,
      isAdvance: parts.length === 0,
      isReversed: false,
    });
  }

  /** P14: an advance stays on account until somebody allocates it. */
  payInAdvance({ n, supplier, amount, day }: StepOf<'pay in advance'>): void {
    this.pay({ n, do: 'pay', supplier, amount, parts: [], day });
  }

  /** P4, P14: what of a payment is on account. An order whose bill was reversed keeps its part for the next one. */
  onAccount({ item, parts }: Payment): Whole {
    const kept = [...parts].map(([order, part]) => {
      const bills = this.purchasing.billsOf(order).map(bill => bill.item);
      return part - this.world.parties.settledBetween(item, bills);
    });
    return item.open - sum(kept.filter(part => part > 0n));
  }

  /** P14, W4: part of an advance pays a bill; the order of the bill is paid by as much (P4). */
  useAdvance({ payment: number, bill: billed, amount: pence }: StepOf<'use advance'>): void {
    const { parties, today } = this.world;
    const payment = mustExist(this.purchasing.payments.get(number), `payment ${number}`);
    need(!payment.isReversed && payment.isAdvance, 'not on account');
    const ofOrder = this.purchasing.bills.get(billed);
    const { item, isReversed } = mustExist(ofOrder ?? this.documents.bills.get(billed), `bill ${billed}`);
    const amount = BigInt(pence);
    need(!isReversed && item.party === payment.item.party, 'not its bill');
    need(amount > 0n && amount <= item.open && amount <= this.onAccount(payment), 'more than is open');
    parties.settle(payment.item, item, today, amount);
    if (ofOrder?.isGoods) payment.parts.set(ofOrder.order, (payment.parts.get(ofOrder.order) ?? 0n) + amount);
  }

  /** L2: a completed payment is cancelled by its mirror, today. */
  reverse({ payment: number }: StepOf<'reverse payment'>): void {
    const { ledger, parties, today } = this.world;
    const payment = mustExist(this.purchasing.payments.get(number), `payment ${number}`);
    need(!payment.isReversed, 'reversed before');
    ledger.post(today, [
      ['2100', -payment.amount],
      ['1020', payment.amount],
    ]);
    parties.free(payment.item, today);
    this.purchasing.mirror(payment.item, `payment ${number}`);
    payment.isReversed = true;
  }
}
