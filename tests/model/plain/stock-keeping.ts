import type { Day, Whole } from './arithmetic';
import type { StepOf } from './steps';
import { mustExist, need, needStock, type World } from './world';

type CountLine = { counted: Whole; expected: Whole };
export type Count = {
  readonly products: readonly number[];
  readonly day: Day;
  readonly lines: Map<number, CountLine>;
  isPosted: boolean;
};

/** Adjustments and stocktakes (rules I7, I8, I13; rows "adjustment" of the table of L). */
export class StockKeeping {
  readonly counts = new Map<number, Count>();
  private readonly world: World;

  constructor(world: World) {
    this.world = world;
  }

  adjust({ reason, product, quantity, value, day }: StepOf<'adjust'>): void {
    const pool = this.world.pool(product);
    need(this.world.canPostOn(day), `${day} is closed`);
    if (reason === 'write_down') {
      const by = BigInt(value ?? 0);
      need(pool.quantity > 0n && by > 0n && by <= pool.value, 'nothing to write down');
      this.world.ledger.post(day, [
        ['5100', by],
        ['1200', pool.revalue(-by)],
      ]);
      return;
    }
    need((value === null) === (reason === 'lost' || pool.isCostKnown), 'a cost where none is known');
    if (reason === 'lost') needStock(this.world, [{ product, quantity: BigInt(quantity) }]);
    this.move(product, reason === 'lost' ? -BigInt(quantity) : BigInt(quantity), day, value);
  }

  private move(product: number, quantity: Whole, day: Day, value: number | null): void {
    const pool = this.world.pool(product);
    if (quantity < 0n) {
      const cost = pool.issue(-quantity);
      this.world.ledger.post(day, [
        ['5100', cost],
        ['1200', -cost],
      ]);
      return;
    }
    const worth = value === null ? pool.worthOfFound(quantity) : BigInt(value);
    const { rise, variance } = pool.receive(quantity, worth);
    this.world.ledger.post(day, [
      ['1200', rise],
      ['5000', variance],
      ['5100', -worth],
    ]);
  }

  startCount({ n, products }: StepOf<'start count'>): void {
    const counting = [...this.counts.values()].filter(({ isPosted }) => !isPosted);
    need(
      !counting.some(count => count.products.some(product => products.includes(product))),
      'counted already',
    );
    this.counts.set(n, { products, day: this.world.today, lines: new Map(), isPosted: false });
  }

  private open(number: number): Count {
    const count = mustExist(this.counts.get(number), `count ${number}`);
    need(!count.isPosted, 'posted');
    return count;
  }

  /** I8: the quantity on hand at this moment is stored with the count. */
  count({ count: number, product, quantity }: StepOf<'count'>): void {
    const count = this.open(number);
    need(count.products.includes(product), 'not part of it');
    count.lines.set(product, { counted: BigInt(quantity), expected: this.world.pool(product).quantity });
  }

  /** I8: posts exactly the variance, dated the day of the count. */
  postCount({ count: number }: StepOf<'post count'>): void {
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
    for (const { product, by } of differences) this.move(product, by, count.day, null);
    count.isPosted = true;
  }
}
