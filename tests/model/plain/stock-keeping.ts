import { type Day, min, take, type Whole } from './arithmetic';
import type { Pool } from './pool';
import type { StepOf } from './steps';
import { mustExist, need, needStock, type World } from './world';

type Moved = Pick<Movement, 'quantity' | 'rise' | 'variance'>;
type CountLine = { step: number; counted: Whole; expected: Whole };
export type Count = {
  readonly products: readonly number[];
  readonly day: Day;
  readonly lines: Map<number, CountLine>;
  /** What it posted, and the step that did. */
  posted: { readonly step: number; readonly moves: readonly Movement[] } | null;
  isReversed: boolean;
};

/** What moved, and what that was worth in stock and in cost of sales (rule I10). */
type Movement = {
  readonly product: number;
  readonly quantity: Whole;
  readonly rise: Whole;
  readonly variance: Whole;
  /** The units on hand before a write-down. */
  readonly there: Whole;
  /** The product's movements after it, and its last known cost before it. */
  readonly moves: number;
  readonly costBefore: Whole | null;
};
export type Adjusted = Movement & { isReversed: boolean };

/** Adjustments and stocktakes (rules I7, I8, I13; rows "adjustment" of the table of L). */
export class StockKeeping {
  readonly adjusted = new Map<number, Adjusted>();
  readonly counts = new Map<number, Count>();
  private readonly world: World;

  constructor(world: World) {
    this.world = world;
  }

  adjust({ n, reason, product, quantity, value, day }: StepOf<'adjust'>): void {
    const pool = this.world.pool(product);
    need(this.world.canPostOn(day), `${day} is closed`);
    const moved = this.watched(product, pool, () => this.change({ reason, product, quantity, value, day }));
    this.adjusted.set(n, { ...moved, isReversed: false });
  }

  /** A movement, with what its reversal has to know. */
  private watched(product: number, pool: Pool, move: () => Moved): Movement {
    const [there, costBefore] = [pool.quantity, pool.lastKnownCost];
    const moved = move();
    return { product, ...moved, there, moves: pool.moves, costBefore };
  }

  private change({ reason, product, quantity, value, day }: Omit<StepOf<'adjust'>, 'n' | 'do'>): Moved {
    const pool = this.world.pool(product);
    if (reason === 'write_down') {
      const by = BigInt(value ?? 0);
      need(pool.quantity > 0n && by > 0n && by <= pool.value, 'nothing to write down');
      this.world.ledger.post(day, [
        ['5100', by],
        ['1200', pool.revalue(-by)],
      ]);
      return { quantity: 0n, rise: -by, variance: 0n };
    }
    need((value === null) === (reason === 'lost' || pool.isCostKnown), 'a cost where none is known');
    if (reason === 'lost') needStock(this.world, [{ product, quantity: BigInt(quantity) }]);
    return this.move(product, reason === 'lost' ? -BigInt(quantity) : BigInt(quantity), day, value);
  }

  private move(product: number, quantity: Whole, day: Day, value: number | null): Moved {
    const pool = this.world.pool(product);
    if (quantity < 0n) {
      const cost = pool.issue(-quantity);
      this.world.ledger.post(day, [
        ['5100', cost],
        ['1200', -cost],
      ]);
      return { quantity, rise: -cost, variance: 0n };
    }
    const worth = value === null ? pool.worthOfFound(quantity) : BigInt(value);
    const { rise, variance } = pool.receive(quantity, worth);
    this.world.ledger.post(day, [
      ['1200', rise],
      ['5000', variance],
      ['5100', -worth],
    ]);
    return { quantity, rise, variance };
  }

  reverseAdjustment({ adjustment: number }: StepOf<'reverse adjustment'>): void {
    const adjusted = mustExist(this.adjusted.get(number), `adjustment ${number}`);
    need(!adjusted.isReversed, 'reversed before');
    // I8: a later count found what is there, with the adjustment.
    need(!this.wasCountedSince(adjusted.product, number), 'counted since');
    this.needThere(adjusted);
    this.undo(adjusted);
    adjusted.isReversed = true;
  }

  /** What came in can go out again, and what a write-down made cheaper is there. */
  private needThere({ product, quantity, rise, there, moves }: Movement): void {
    const pool = this.world.pool(product);
    if (quantity > 0n) need(pool.moves === moves || quantity <= pool.quantity, 'its goods are gone');
    if (quantity !== 0n) return;
    const still = min(pool.quantity, there);
    need(still > 0n && take(-rise, still, there) !== 0n, 'nothing to undo');
  }

  /**
   * I13, I15 alike: what it put into stock or took off is undone as far as its goods are there. What went out comes
   * back at the value it had. With nothing in between, everything is as before.
   */
  private undo({ product, quantity, rise, variance, there, moves, costBefore }: Movement): void {
    const { ledger, today } = this.world;
    const pool = this.world.pool(product);
    const isUntouched = pool.moves === moves;
    if (quantity === 0n) {
      const back = pool.revalue(take(-rise, min(pool.quantity, there), there));
      ledger.post(today, [
        ['1200', back],
        ['5100', -back],
      ]);
    } else if (quantity < 0n) {
      const into = isUntouched ? pool.putBack(-quantity, -rise) : pool.receive(-quantity, -rise);
      ledger.post(today, [
        ['1200', into.rise],
        ['5000', into.variance],
        ['5100', rise],
      ]);
    } else {
      const off = pool.takeOut(quantity, rise);
      ledger.post(today, [
        ['1200', -off],
        ['5000', -variance],
        ['5100', off + variance],
      ]);
    }
    if (isUntouched) pool.knowCost(costBefore);
  }

  /** I8: whether what a step left of a product was counted later, by a count that still stands. */
  wasCountedSince(product: number, step: number): boolean {
    return [...this.counts.values()].some(
      count => !count.isReversed && (count.lines.get(product)?.step ?? 0) > step,
    );
  }

  startCount({ n, products }: StepOf<'start count'>): void {
    const counting = [...this.counts.values()].filter(({ posted }) => posted === null);
    need(
      !counting.some(count => count.products.some(product => products.includes(product))),
      'counted already',
    );
    this.counts.set(n, {
      products,
      day: this.world.today,
      lines: new Map(),
      posted: null,
      isReversed: false,
    });
  }

  private open(number: number): Count {
    const count = mustExist(this.counts.get(number), `count ${number}`);
    need(count.posted === null, 'posted');
    return count;
  }

  /** I8: the quantity on hand at this moment is stored with the count. */
  count({ n, count: number, product, quantity }: StepOf<'count'>): void {
    const count = this.open(number);
    need(count.products.includes(product), 'not part of it');
    count.lines.set(product, {
      step: n,
      counted: BigInt(quantity),
      expected: this.world.pool(product).quantity,
    });
  }

  /** I8: posts exactly the variance, dated the day of the count. */
  postCount({ n, count: number }: StepOf<'post count'>): void {
    const count = this.open(number);
    need(count.lines.size > 0 && this.world.canPostOn(count.day), 'nothing counted, or closed');
    const differences = count.products.flatMap(product => {
      const line = count.lines.get(product);
      return line && line.counted !== line.expected ? [{ product, by: line.counted - line.expected }] : [];
    });
    for (const { product, by } of differences) {
      const pool = this.world.pool(product);
      need(by < 0n ? -by <= pool.quantity || pool.canGoNegative : pool.isCostKnown, 'cannot be posted');
    }
    const moves = differences.map(({ product, by }) =>
      this.watched(product, this.world.pool(product), () => this.move(product, by, count.day, null)),
    );
    count.posted = { step: n, moves };
  }

  /** L1, I8: its variances go back at the value they were posted at, today; it stays as it was posted (K2). */
  reverseCount({ count: number }: StepOf<'reverse count'>): void {
    const count = mustExist(this.counts.get(number), `count ${number}`);
    const { step, moves } = mustExist(count.posted ?? undefined, 'posted');
    need(!count.isReversed && moves.length > 0, 'nothing to reverse');
    for (const moved of moves) {
      need(!this.wasCountedSince(moved.product, step), 'counted since');
      this.needThere(moved);
    }
    for (const moved of moves) this.undo(moved);
    count.isReversed = true;
  }
}
