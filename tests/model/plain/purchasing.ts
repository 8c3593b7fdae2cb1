import { type Day, dayAfter, shareOut, sum, type Whole } from './arithmetic';
import { lateOf, spreadLate, takeLateBack } from './late-cost';
import type { Late } from './late-parts';
import { type Bill, clear, type Cleared, type Line, type Order, type Payment, toCome } from './ordered';
import { compare, type Item } from './parties';
import type { StepOf } from './steps';
import { mustExist, need, type World } from './world';

export const supplierName = (supplier: number) => `supplier ${supplier}`;

/** Orders, their bills and landed costs (rules I, P and the table of L). */
export class Purchasing {
  readonly orders = new Map<number, Order>();
  readonly bills = new Map<number, Bill>();
  readonly payments = new Map<number, Payment>();
  private credits: { readonly order: number; readonly item: Item; readonly amount: Whole }[] = [];
  readonly world: World;

  constructor(world: World) {
    this.world = world;
  }

  order(step: StepOf<'order'>): void {
    this.orders.set(step.n, {
      supplier: step.supplier,
      lines: step.lines.map(terms => ({
        terms,
        code: this.world.product(terms.product).code,
        received: 0n,
        receivedNet: 0n,
        billed: 0n,
        returned: 0n,
        isClosed: false,
      })),
      receipts: new Map(),
      credited: 0n,
      isCancelled: false,
    });
  }

  open(order: number): Order {
    const found = mustExist(this.orders.get(order), `order ${order}`);
    need(!found.isCancelled, `order ${order} is cancelled`);
    return found;
  }

  /** Row "supplier bill matched to GRN" of the table of L: oldest receipts first (M7), I11, dated by P13. */
  bill({ n, order: number, lines, day, due }: StepOf<'bill'>): void {
    const order = this.open(number);
    const receipts = [...order.receipts.values()].flat();
    for (const [place, quantity] of lines) {
      const there = sum(
        receipts.filter(({ line }) => line === place).map(({ unbilled }) => unbilled.quantity),
      );
      need(BigInt(quantity) <= there, 'not received');
    }
    const cleared = lines.flatMap(([place, quantity, net, vat]) =>
      clear(
        receipts.filter(({ line }) => line === place),
        BigInt(quantity),
        { net: BigInt(net), vat: BigInt(vat) },
      ),
    );
    for (const [place, quantity] of lines) (order.lines[place] as Line).billed += BigInt(quantity);
    this.post(n, number, {
      supplier: order.supplier,
      isGoods: true,
      day,
      due,
      cleared,
      late: cleared.map(part => lateOf(part.receipt, part.quantity, part.net - part.worth)),
      vatLines: lines.map(([place, , net, vat]) => ({
        code: (order.lines[place] as Line).code,
        net: BigInt(net),
        vat: BigInt(vat),
      })),
    });
    this.settleWithEarlier(n, number);
  }

  /** M6, I11: landed cost, by value or by quantity. */
  landedCost(step: StepOf<'landed cost'>): void {
    const order = this.open(step.order);
    const lines = mustExist(order.receipts.get(step.receipt), 'receipt');
    const byValue = step.basis === 'value' && lines.some(({ value }) => value > 0n);
    const shares = shareOut(
      BigInt(step.net),
      lines.map(line => (byValue ? line.value : line.quantity)),
    );
    this.post(step.n, step.order, {
      supplier: step.carrier,
      isGoods: false,
      day: step.day,
      due: step.due,
      cleared: [],
      late: lines.map((line, place) => lateOf(line, line.quantity, shares[place] ?? 0n)),
      vatLines: [{ code: 'S', net: BigInt(step.net), vat: BigInt(step.vat) }],
    });
  }

  private post(
    n: number,
    order: number,
    bill: {
      supplier: number;
      isGoods: boolean;
      day: Day;
      due: Day;
      cleared: Cleared[];
      late: Late[];
      vatLines: Bill['vatLines'];
    },
  ): void {
    const { ledger, parties, lockedThrough } = this.world;
    // P13: on its own day, or on the first open day after it.
    const day = bill.day > lockedThrough ? bill.day : dayAfter(lockedThrough);
    const { put, toStock, toVariance } = spreadLate(this.world, bill.late);
    const vat = sum(bill.vatLines.map(line => line.vat));
    const gross = sum(bill.vatLines.map(line => line.net)) + vat;
    ledger.post(day, [
      ['2110', sum(bill.cleared.map(({ worth }) => worth))],
      ['1200', toStock],
      ['5110', toVariance],
      ['2201', vat],
      ['2100', -gross],
    ]);
    ledger.addVat('input', bill.day, bill.vatLines);
    const item = parties.add({
      document: `bill ${n}`,
      party: supplierName(bill.supplier),
      side: 'credit',
      amount: gross,
      day,
      due: bill.due,
    });
    const { isGoods, cleared, vatLines, day: taxPoint } = bill;
    const kept = { isGoods, gross, taxPoint, vatLines, cleared };
    this.bills.set(n, { order, ...kept, put, item, credited: 0n, isReversed: false });
  }

  /** W4, W9: what is credited on the order settles its new bill, and then earlier payments on it, oldest first. */
  private settleWithEarlier(n: number, order: number): void {
    const bill = this.bills.get(n) as Bill;
    const credited = this.credits.filter(credit => credit.order === order);
    const ofOrder = this.billsOf(order).map(({ item }) => item);
    const { parties } = this.world;
    for (const { item, amount } of credited.toSorted((a, b) => compare(a.item.day, b.item.day)))
      parties.settle(item, bill.item, bill.item.day, amount - parties.settledBetween(item, ofOrder));
    const paid = [...this.payments.values()].filter(
      ({ isReversed, parts }) => !isReversed && parts.has(order),
    );
    for (const { item, parts } of paid.toSorted((a, b) => compare(a.item.day, b.item.day)))
      this.world.parties.settle(
        item,
        bill.item,
        bill.item.day,
        (parts.get(order) ?? 0n) - this.world.parties.settledBetween(item, ofOrder),
      );
  }

  /** The valid bills of an order's own goods, in the order they were posted. */
  postedFor(order: number): Bill[] {
    return [...this.bills.values()].filter(bill => bill.order === order && bill.isGoods && !bill.isReversed);
  }

  /** Earliest due first. */
  billsOf(order: number): Bill[] {
    return this.postedFor(order).toSorted((a, b) => compare(a.item.due ?? '', b.item.due ?? ''));
  }

  canReverse(bill: Bill): boolean {
    const { isReversed, credited, cleared } = bill;
    return !isReversed && credited === 0n && !cleared.some(({ receipt }) => receipt.wasCredited);
  }

  /** I15, L1: the bill's mirror, dated today with the bill's tax point; stock loses the part still on hand. */
  reverseBill({ bill: number }: StepOf<'reverse bill'>): void {
    const { ledger, parties, today } = this.world;
    const bill = mustExist(this.bills.get(number), `bill ${number}`);
    need(this.canReverse(bill), 'it stands');
    const { toStock, toVariance } = takeLateBack(this.world, bill.put);
    for (const { receipt, quantity, worth, net, vat } of bill.cleared) {
      receipt.unbilled = {
        quantity: receipt.unbilled.quantity + quantity,
        value: receipt.unbilled.value + worth,
      };
      const { billed } = receipt;
      receipt.billed = { quantity: billed.quantity - quantity, net: billed.net - net, vat: billed.vat - vat };
      const line = this.orders.get(bill.order)?.lines[receipt.line];
      if (line) line.billed -= quantity;
    }
    ledger.post(today, [
      ['2110', -sum(bill.cleared.map(({ worth }) => worth))],
      ['1200', toStock],
      ['5110', toVariance],
      ['2201', -sum(bill.vatLines.map(({ vat }) => vat))],
      ['2100', bill.gross],
    ]);
    ledger.addVat(
      'input',
      bill.taxPoint,
      bill.vatLines.map(line => ({ ...line, net: -line.net, vat: -line.vat })),
    );
    parties.free(bill.item, today);
    this.mirror(bill.item, `bill ${number}`);
    bill.isReversed = true;
  }

  mirror(item: Item, document: string): void {
    const { parties, today } = this.world;
    const side = item.side === 'debit' ? 'credit' : 'debit';
    const mirror = parties.add({
      document,
      party: item.party,
      side,
      amount: item.amount,
      day: today,
      due: null,
    });
    parties.settle(item, mirror, today);
  }

  /** P4: an order is credited with part of an item on the supplier's ledger. */
  giveCredit(order: number, item: Item, amount: Whole): void {
    this.credits.push({ order, item, amount });
    mustExist(this.orders.get(order), 'order').credited += amount;
  }

  takeCreditBack(item: Item): void {
    for (const { order, amount } of this.credits.filter(credit => credit.item === item))
      mustExist(this.orders.get(order), 'order').credited -= amount;
    this.credits = this.credits.filter(credit => credit.item !== item);
  }

  /** W9: a credit for an order settles the bills that are open. */
  settleOrder(order: number, item: Item, day: Day, amount: Whole): void {
    let remaining = amount;
    for (const bill of this.billsOf(order))
      remaining -= this.world.parties.settle(item, bill.item, day, remaining);
  }

  paid(order: number): Whole {
    return sum(
      [...this.payments.values()]
        .filter(({ isReversed }) => !isReversed)
        .map(({ parts }) => parts.get(order) ?? 0n),
    );
  }

  /** P4: the billed amount, plus what is received or outstanding and not billed at order prices. */
  owedTotal(number: number): Whole {
    const order = mustExist(this.orders.get(number), 'order');
    const billed = sum(this.billsOf(number).map(({ gross }) => gross));
    return billed + toCome(order);
  }

  outstanding(number: number): Whole {
    const order = mustExist(this.orders.get(number), 'order');
    return this.owedTotal(number) - order.credited - this.paid(number);
  }
}
