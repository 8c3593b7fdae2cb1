/** Random choices that a seed repeats (mulberry32). */
export class Random {
  private state: number;

  constructor(state: number) {
    this.state = state;
  }

  private next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number, both ends included. */
  between(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }
  /** A number up to `max`, small ones more often. */
  small(max: number): number {
    return this.between(1, this.between(1, Math.max(1, max)));
  }
  in100(percent: number): boolean {
    return this.between(1, 100) <= percent;
  }
  one<T>(things: readonly T[]): T | undefined {
    return things[this.between(0, things.length - 1)];
  }
  /** Usually one of the last: recent events are undone more often than old ones. */
  recent<T>(things: readonly T[]): T | undefined {
    return this.in100(70) ? things[Math.max(0, things.length - 1 - this.between(0, 3))] : this.one(things);
  }
  some<T>(things: readonly T[], max: number): T[] {
    const remaining = [...things];
    const chosen: T[] = [];
    for (let count = this.small(max); count > 0 && remaining.length > 0; count--)
      chosen.push(...remaining.splice(this.between(0, remaining.length - 1), 1));
    return chosen;
  }
}
