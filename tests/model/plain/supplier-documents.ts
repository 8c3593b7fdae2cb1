import { type Day, dayAfter, sum, type Whole } from './arithmetic';
import type { Item } from './parties';
import { type Purchasing, supplierName } from './purchasing';
import type { CostLine, StepOf } from './steps';
import { mustExist, need, type World } from './world';

export type DirectBill = {
  readonly supplier: number;
  readonly day: Day;
  readonly lines: readonly CostLine[];
  readonly item: Item;
  credited: Whole;
  isReversed: boolean;
};
export type Credit = {
  readonly day: Day;
  readonly lines: readonly CostLine[];
  readonly parts: ReadonlyMap<DirectBill, Whole>;
  readonly item: Item;
  isReversed: boolean;
};

/** Bills without an order, and credit notes of an amount (rules P13, V18, W4; rows of the table of L). */
export class SupplierDocuments {
  readonly bills = new Map<number, DirectBill>();
  readonly credits = new Map<number, Credit>();
  private readonly world: World;
  private readonly purchasing: Purchasing;

  constructor(world: World, purchasing: Purchasing) {
    this.world = world;
    this.purchasing = purchasing;
  }

  bill({ n, supplier, lines, day: taxPoint, due }: StepOf<'bill without order'>): void {
    const { day, gross } = this.post(lines, taxPoint, this.postingDay(taxPoint), 1n);
    const party = supplierName(supplier);
    const item = this.world.parties.add({
      document: `bill ${n}`,
      party,
      side: 'credit',
      amount: gross,
      day,
      due,
    });
    this.bills.set(n, { supplier, day: taxPoint, lines, item, credited: 0n, isReversed: false });
  }

  reverseBill({ bill: number }: StepOf<'reverse bill without order'>): void {
    const bill = mustExist(this.bills.get(number), `bill ${number}`);
    need(!bill.isReversed && bill.credited === 0n, 'it stands');
    this.undo(bill, `bill ${number}`, -1n);
    bill.isReversed = true;
  }

  /** It settles the bills it names as far as they are open; the rest is credit with the supplier. */
  credit({ n, supplier, lines, parts, day: taxPoint }: StepOf<'supplier credit'>): void {
    const named = parts.map(([number, amount]) => {
      const bill = mustExist(this.bills.get(number), `bill ${number}`);
      need(!bill.isReversed && bill.supplier === supplier && bill.day <= taxPoint, 'not its bill');
      need(BigInt(amount) <= grossOf(bill.lines) - bill.credited, 'more than the bill');
      return { bill, amount: BigInt(amount) };
    });
    need(sum(named.map(({ amount }) => amount)) <= grossOf(lines), 'more than is credited');
    const posted = this.postingDay(taxPoint);
    need(
      named.every(({ bill }) => bill.item.day <= posted),
      'before its bill',
    );
    const { day, gross } = this.post(lines, taxPoint, posted, -1n);
    const party = supplierName(supplier);
    const item = this.world.parties.add({
      document: `credit ${n}`,
      party,
      side: 'debit',
      amount: gross,
      day,
      due: null,
    });
    for (const { bill, amount } of named) {
      this.world.parties.settle(item, bill.item, day, amount);
      bill.credited += amount;
    }
    const kept = new Map(named.map(({ bill, amount }) => [bill, amount]));
    this.credits.set(n, { day: taxPoint, lines, parts: kept, item, isReversed: false });
  }

  reverseCredit({ credit: number }: StepOf<'reverse supplier credit'>): void {
    const credit = mustExist(this.credits.get(number), `credit ${number}`);
    need(!credit.isReversed, 'reversed before');
    this.undo(credit, `credit ${number}`, 1n);
    for (const [bill, amount] of credit.parts) bill.credited -= amount;
    credit.isReversed = true;
  }

  /** P13: on its own day, or on the first open day after it. */
  private postingDay(taxPoint: Day): Day {
    const { lockedThrough } = this.world;
    return taxPoint > lockedThrough ? taxPoint : dayAfter(lockedThrough);
  }

  private post(lines: readonly CostLine[], taxPoint: Day, day: Day, sign: Whole): { day: Day; gross: Whole } {
    const { ledger } = this.world;
    const vat = sum(lines.map(([, , , tax]) => BigInt(tax)));
    const gross = grossOf(lines);
    ledger.post(day, [
      ...lines.map(([account, , net]) => [account, sign * BigInt(net)] as const),
      ['2201', sign * vat],
      ['2100', -sign * gross],
    ]);
    ledger.addVat(
      'input',
      taxPoint,
      lines.map(([, code, net, tax]) => ({ code, net: sign * BigInt(net), vat: sign * BigInt(tax) })),
    );
    return { day, gross };
  }

  /** L1: the mirror, today, with the tax point of the document. */
  private undo({ lines, day, item }: DirectBill | Credit, document: string, sign: Whole): void {
    const { today, parties } = this.world;
    this.post(lines, day, today, sign);
    parties.free(item, today);
    this.purchasing.mirror(item, document);
  }
}

const grossOf = (lines: readonly CostLine[]): Whole =>
  sum(lines.map(([, , net, vat]) => BigInt(net) + BigInt(vat)));
