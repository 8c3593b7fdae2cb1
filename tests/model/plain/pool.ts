import { min, rhu, take, type Whole } from './arithmetic';

/** The stock of one product (rules I1 to I10): thousandths of a unit, and pence. */
export class Pool {
  quantity = 0n;
  value = 0n;
  /** The number of changes. */
  moves = 0;
  /** The last known average, in millionths of a penny per unit. */
  private lastAverage: Whole | null = null;

  readonly canGoNegative: boolean;

  constructor(canGoNegative: boolean) {
    this.canGoNegative = canGoNegative;
  }

  /** The last known average, which an undone entry leaves as it was before (rule I9). */
  get lastKnownCost(): Whole | null {
    return this.lastAverage;
  }

  knowCost(average: Whole | null): void {
    if (this.quantity <= 0n) this.lastAverage = average;
  }

  get isCostKnown(): boolean {
    return this.quantity > 0n || this.lastAverage !== null;
  }

  /** I2, and I10 for goods sold ahead of receipt: the rise in value, and the part that goes to cost of sales. */
  receive(quantity: Whole, value: Whole): { rise: Whole; variance: Whole } {
    const ahead = this.quantity < 0n ? min(quantity, -this.quantity) : 0n;
    const assumed = ahead === 0n ? 0n : take(-this.value, ahead, -this.quantity);
    const actual = ahead === 0n ? 0n : take(value, ahead, quantity);
    const variance = actual - assumed;
    const rise = value - variance;
    this.moves += 1;
    this.quantity += quantity;
    this.value += rise;
    this.remember(rhu(value * 1_000_000_000n, quantity));
    return { rise, variance };
  }

  /** A13: goods that went out and that nothing has followed come back as they went. */
  putBack(quantity: Whole, value: Whole): { rise: Whole; variance: Whole } {
    this.moves += 1;
    this.quantity += quantity;
    this.value += value;
    this.remember(this.lastAverage);
    return { rise: value, variance: 0n };
  }

  /** I3, and I9 below zero: the cost of goods issued. */
  issue(quantity: Whole): Whole {
    if (quantity > this.quantity && !this.canGoNegative)
      throw new Error('The model issues what is not there');
    const cost = this.costOf(quantity);
    this.moves += 1;
    this.quantity -= quantity;
    this.value -= cost;
    this.remember(this.lastAverage);
    return cost;
  }

  /**
   * Takes goods out at a value of their own; the last ones leave none, and no more goes than there is. Goods that came
   * in below zero, with nothing since, take exactly their value along.
   */
  takeOut(quantity: Whole, value: Whole): Whole {
    const most = quantity > this.quantity ? value : min(value, this.value);
    const off = quantity === this.quantity ? this.value : most;
    this.moves += 1;
    this.quantity -= quantity;
    this.value -= off;
    this.remember(this.lastAverage);
    return off;
  }

  private costOf(quantity: Whole): Whole {
    if (quantity <= this.quantity) return take(this.value, quantity, this.quantity);
    if (this.quantity > 0n) return rhu(this.value * quantity, this.quantity);
    return rhu((this.lastAverage ?? 0n) * quantity, 1_000_000_000n);
  }

  /** I7: the value of found goods. */
  worthOfFound(quantity: Whole): Whole {
    if (this.quantity > 0n) return rhu(this.value * quantity, this.quantity);
    if (this.lastAverage === null) throw new Error('The model knows no cost');
    return rhu(this.lastAverage * quantity, 1_000_000_000n);
  }

  /** I11, I13: a value-only change, never below zero. Returns the actual change. */
  revalue(by: Whole): Whole {
    if (this.quantity <= 0n) return 0n;
    const absorbed = this.value + by < 0n ? -this.value : by;
    if (absorbed !== 0n) this.moves += 1;
    this.value += absorbed;
    this.remember(this.lastAverage);
    return absorbed;
  }

  /** I9: the average while there is stock, else the last known cost. */
  private remember(otherwise: Whole | null): void {
    this.lastAverage = this.quantity > 0n ? rhu(this.value * 1_000_000_000n, this.quantity) : otherwise;
  }
}
