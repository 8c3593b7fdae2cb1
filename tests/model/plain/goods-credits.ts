import { type Day, dayAfter, min, shareOut, sum, type Whole } from './arithmetic';
import { lateOf, spreadLate, takeLateBack } from './late-cost';
import type { Put } from './late-parts';
import type { Bill, Cleared } from './ordered';
import type { Item } from './parties';
import { type Purchasing, supplierName } from './purchasing';
import type { CostLine, StepOf } from './steps';
import { mustExist, need, type World } from './world';

export type GoodsCredit = {
  readonly day: Day;
  readonly lines: readonly CostLine[];
  /** What of it is for each bill. */
  readonly parts: ReadonlyMap<Bill, Whole>;
  readonly put: readonly Put[];
  readonly item: Item;
  isReversed: boolean;
};

/** Credit notes that make the goods of orders' bills cheaper (rules P4, P13, I11, I15, W9). */
export class GoodsCredits {
  readonly credits = new Map<number, GoodsCredit>();
  private readonly world: World;
  private readonly purchasing: Purchasing;

  constructor(world: World, purchasing: Purchasing) {
    this.world = world;
    this.purchasing = purchasing;
  }

  credit({ n, supplier, lines, parts, day: taxPoint }: StepOf<'credit goods'>): void {
    const { lockedThrough, parties } = this.world;
    const day = taxPoint > lockedThrough ? taxPoint : dayAfter(lockedThrough);
    const party = supplierName(supplier);
    const named = parts.map(([number, amount]) => {
      const bill = mustExist(this.purchasing.bills.get(number), `bill ${number}`);
      need(bill.isGoods && !bill.isReversed && bill.item.party === party, 'not its bill');
      need(bill.taxPoint <= taxPoint && bill.item.day <= day, 'before its bill');
      need(BigInt(amount) <= bill.gross - bill.credited - returnedOf(bill), 'more than the bill');
      return { bill, amount: BigInt(amount) };
    });
    const bills = named.map(({ bill }) => bill);
    const ofGoods = lines.filter(([account]) => account === 'goods');
    const amount = sum(named.map(part => part.amount));
    need(grossOf(ofGoods) <= amount && amount <= grossOf(lines), 'not against the bills');
    need(netOf(ofGoods) <= this.costOf(bills), 'more than the goods cost');
    const goods = this.goodsOf(parts.map(([number]) => number));
    need(!goods.some(({ receipt }) => receipt.day > taxPoint), 'before the goods');
    // I11: like a bill that was lower, by receipt in proportion to what was billed for it (M6).
    const shares = shareOut(
      netOf(ofGoods),
      goods.map(({ net }) => net),
    );
    const { put, toStock, toVariance } = spreadLate(
      this.world,
      goods.map(({ receipt, quantity }, place) => lateOf(receipt, quantity, -(shares[place] ?? 0n))),
    );
    this.post(lines, { day, taxPoint, sign: -1n, toStock, toVariance });
    const item = parties.add({
      document: `credit ${n}`,
      party,
      side: 'debit',
      amount: grossOf(lines),
      day,
      due: null,
    });
    // W9, W4: its own bills first, then what else their orders owe; the rest is credit with the supplier.
    const over = named.map(({ bill, amount: part }) => part - parties.settle(item, bill.item, day, part));
    for (const [place, { bill, amount: part }] of named.entries()) {
      this.purchasing.settleOrder(bill.order, item, day, over[place] ?? 0n);
      bill.credited += part;
      this.purchasing.giveCredit(bill.order, item, part);
    }
    const kept = new Map(named.map(({ bill, amount: part }) => [bill, part]));
    this.credits.set(n, { day: taxPoint, lines, parts: kept, put, item, isReversed: false });
  }

  /** I15, L1: the mirror, today, with the tax point of the note; stock gets back what of it is still there. */
  reverse({ credit: number }: StepOf<'reverse goods credit'>): void {
    const { parties, today } = this.world;
    const credit = mustExist(this.credits.get(number), `credit ${number}`);
    need(!credit.isReversed, 'reversed before');
    const { lines, day: taxPoint, item, parts } = credit;
    this.post(lines, { day: today, taxPoint, sign: 1n, ...takeLateBack(this.world, credit.put) });
    parties.free(item, today);
    this.purchasing.mirror(item, `credit ${number}`);
    this.purchasing.takeCreditBack(item);
    for (const [bill, part] of parts) bill.credited -= part;
    credit.isReversed = true;
  }

  private post(
    lines: readonly CostLine[],
    {
      day,
      taxPoint,
      sign,
      toStock,
      toVariance,
    }: { day: Day; taxPoint: Day; sign: Whole; toStock: Whole; toVariance: Whole },
  ): void {
    this.world.ledger.post(day, [
      ['2100', -sign * grossOf(lines)],
      ['2201', sign * vatOf(lines)],
      ...lines
        .filter(([account]) => account !== 'goods')
        .map(([account, , net]) => [account, sign * BigInt(net)] as const),
      ['1200', toStock],
      ['5110', toVariance],
    ]);
    this.world.ledger.addVat(
      'input',
      taxPoint,
      lines.map(([, code, net, vat]) => ({ code, net: sign * BigInt(net), vat: sign * BigInt(vat) })),
    );
  }

  /** The goods of bills in the order they were posted, those of each as they came: the lines of the posting (I11). */
  private goodsOf(bills: readonly number[]): Cleared[] {
    return bills
      .toSorted((one, other) => one - other)
      .flatMap(number => {
        const { order, cleared } = mustExist(this.purchasing.bills.get(number), `bill ${number}`);
        const came = [...(this.purchasing.orders.get(order)?.receipts.values() ?? [])].flat();
        return cleared.toSorted((one, other) => came.indexOf(one.receipt) - came.indexOf(other.receipt));
      });
  }

  /** What the goods of bills cost, without those returned and without what was credited before. */
  private costOf(bills: readonly Bill[]): Whole {
    const cleared = bills.flatMap(bill => bill.cleared);
    const before = [...this.credits.values()].filter(
      ({ isReversed, parts }) => !isReversed && bills.some(bill => parts.has(bill)),
    );
    const credited = before
      .flatMap(({ put }) => put)
      .filter(({ receipt }) => cleared.some(part => part.receipt === receipt));
    return (
      sum(cleared.map(({ net, receipt }) => min(net, receipt.billed.net))) +
      sum(credited.map(({ amount }) => amount))
    );
  }
}

/** Of goods returned from a bill's receipts, at most this was credited on the bill. */
const returnedOf = (bill: Bill): Whole => sum(bill.cleared.map(({ receipt }) => receipt.returnedGross));

const netOf = (lines: readonly CostLine[]): Whole => sum(lines.map(([, , net]) => BigInt(net)));
const vatOf = (lines: readonly CostLine[]): Whole => sum(lines.map(([, , , vat]) => BigInt(vat)));
const grossOf = (lines: readonly CostLine[]): Whole => netOf(lines) + vatOf(lines);
