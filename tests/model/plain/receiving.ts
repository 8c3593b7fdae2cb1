import { sum, take, type Whole } from './arithmetic';
import { type Line, lineAmounts, type Order, type ReceiptLine } from './ordered';
import type { Purchasing } from './purchasing';
import type { StepOf } from './steps';
import type { StockKeeping } from './stock-keeping';
import { mustExist, need, type World } from './world';

/** Goods received, and receipts entered in error (rules I2, P3, L1, A13; row "GRN" of the table of L). */
export class Receiving {
  private readonly world: World;
  private readonly purchasing: Purchasing;
  private readonly stock: StockKeeping;

  constructor(world: World, purchasing: Purchasing, stock: StockKeeping) {
    this.world = world;
    this.purchasing = purchasing;
    this.stock = stock;
  }

  /** P3, I2: goods are received at their share of the order's net. */
  receive({ n, order: number, lines, day }: StepOf<'receive'>): void {
    const order = this.purchasing.open(number);
    need(this.world.canPostOn(day), `${day} is closed`);
    for (const [place, quantity] of lines) {
      const line = mustExist(order.lines[place], 'line');
      need(!line.isClosed && line.received + BigInt(quantity) <= BigInt(line.terms.quantity), 'too much');
    }
    const received = lines.map(([place, units]): ReceiptLine => {
      const line = order.lines[place] as Line;
      const { product } = line.terms;
      const [quantity, all] = [BigInt(units), BigInt(line.terms.quantity)];
      const value = take(lineAmounts(line, all).net - line.receivedNet, quantity, all - line.received);
      line.received += quantity;
      line.receivedNet += value;
      const pool = this.world.pool(product);
      const costBefore = pool.lastKnownCost;
      const { rise, variance } = pool.receive(quantity, value);
      this.world.ledger.post(day, [
        ['1200', rise],
        ['5000', variance],
        ['2110', -value],
      ]);
      const stored = { line: place, product, day, quantity, value, rise, variance, costBefore };
      return {
        ...stored,
        unbilled: { quantity, value },
        billed: { quantity: 0n, net: 0n, vat: 0n },
        returnedGross: 0n,
        wasCredited: false,
      };
    });
    order.receipts.set(n, received);
    this.movesAfter.set(n, new Map(received.map(({ product }) => [product, this.world.pool(product).moves])));
  }

  /** For each receipt, the movements of its products when it had been posted. */
  private readonly movesAfter = new Map<number, ReadonlyMap<number, number>>();

  /**
   * L1, A13: the mirror, today. The goods go out at the value they came in with, as far as it is there; the rest is a
   * variance (as in I15). With nothing in between, everything is as before. The order expects the goods again.
   */
  reverse({ order: number, receipt }: StepOf<'reverse receipt'>): void {
    const order = this.purchasing.open(number);
    const lines = mustExist(order.receipts.get(receipt), `receipt ${receipt}`);
    this.needNothingBuiltOnIt(order, number, receipt, lines);
    const isUntouched = (product: number) =>
      this.movesAfter.get(receipt)?.get(product) === this.world.pool(product).moves;
    for (const { product } of firstOfEach(lines))
      need(
        isUntouched(product) || quantityOf(lines, product) <= this.world.pool(product).quantity,
        'its goods are gone',
      );
    const untouched = firstOfEach(lines).filter(({ product }) => isUntouched(product));
    const off = sum(
      lines
        .toReversed()
        .map(({ product, quantity, rise }) => this.world.pool(product).takeOut(quantity, rise)),
    );
    for (const { product, costBefore } of untouched) this.world.pool(product).knowCost(costBefore);
    this.world.ledger.post(this.world.today, [
      ['2110', sum(lines.map(({ value }) => value))],
      ['1200', -off],
      ['5000', -sum(lines.map(({ variance }) => variance))],
      ['5110', off - sum(lines.map(({ rise }) => rise))],
    ]);
    for (const { line: place, quantity, value } of lines) {
      const line = order.lines[place] as Line;
      line.received -= quantity;
      line.receivedNet -= value;
    }
    order.receipts.delete(receipt);
  }

  /** What refers to a receipt is undone first: bills, landed costs, and counts of what it left (I8). */
  private needNothingBuiltOnIt(
    order: Order,
    number: number,
    receipt: number,
    lines: readonly ReceiptLine[],
  ): void {
    need(
      lines.every(({ unbilled, quantity }) => unbilled.quantity === quantity),
      'billed or returned',
    );
    need(!lines.some(({ line }) => order.lines[line]?.isClosed), 'closed short');
    need(!lines.some(({ product }) => this.stock.wasCountedSince(product, receipt)), 'counted since');
    // I15: a landed cost comes off the units that it claimed, so they have to stay.
    const landed = [...this.purchasing.bills.values()].filter(
      bill => bill.order === number && !bill.isGoods && !bill.isReversed,
    );
    const stays = (product: number) => this.world.pool(product).quantity - quantityOf(lines, product);
    need(
      !landed
        .flatMap(({ put }) => put)
        .some(
          ({ receipt: of, product, claim }) =>
            lines.some(line => line === of) ||
            (lines.some(line => line.product === product) && claim > stays(product)),
        ),
      'landed cost stands on it',
    );
  }
}

const quantityOf = (lines: readonly ReceiptLine[], product: number): Whole =>
  sum(lines.filter(line => line.product === product).map(({ quantity }) => quantity));

const firstOfEach = (lines: readonly ReceiptLine[]): ReceiptLine[] =>
  lines.filter((line, place) => lines.findIndex(({ product }) => product === line.product) === place);
