import { type Day, min, type Whole } from './arithmetic';

/** A document on the ledger of a supplier or a customer (rule W4). */
export type Item = {
  readonly place: number;
  /** The model's own name of its document. */
  readonly document: string;
  readonly party: string;
  readonly side: 'debit' | 'credit';
  readonly amount: Whole;
  open: Whole;
  readonly day: Day;
  readonly due: Day | null;
};
type Match = { debit: Item; credit: Item; amount: Whole; day: Day };

const later = (...days: Day[]): Day => days.reduce((a, b) => (b > a ? b : a));

/** The ledgers of all suppliers and customers: open items and allocations. */
export class Parties {
  readonly items: Item[] = [];
  private readonly matches: Match[] = [];

  add(item: Omit<Item, 'place' | 'open'>): Item {
    const added = { ...item, place: this.items.length, open: item.amount };
    if (item.amount > 0n) this.items.push(added);
    return added;
  }

  /** Allocates one to the other, up to what both have open or `atMost`. Returns the amount. */
  settle(one: Item, other: Item, day: Day, atMost?: Whole): Whole {
    const [debit, credit] = one.side === 'debit' ? [one, other] : [other, one];
    const amount = min(debit.open, credit.open, atMost ?? debit.open);
    if (amount <= 0n) return 0n;
    debit.open -= amount;
    credit.open -= amount;
    this.matches.push({ debit, credit, amount, day: later(day, debit.day, credit.day) });
    return amount;
  }

  /** Removes all allocations of an item. */
  free(item: Item, day: Day): void {
    for (const [, other] of new Map(
      this.matches
        .filter(({ debit, credit }) => debit === item || credit === item)
        .map(({ debit, credit }) => [
          debit === item ? credit.place : debit.place,
          debit === item ? credit : debit,
        ]),
    )) {
      const [debit, credit] = item.side === 'debit' ? [item, other] : [other, item];
      const between = this.matches.filter(match => match.debit === debit && match.credit === credit);
      const amount = between.reduce((all, match) => all + match.amount, 0n);
      if (amount === 0n) continue;
      debit.open += amount;
      credit.open += amount;
      this.matches.push({
        debit,
        credit,
        amount: -amount,
        day: later(day, ...between.map(match => match.day)),
      });
    }
  }

  settledBetween(one: Item, others: readonly Item[]): Whole {
    return this.matches
      .filter(
        ({ debit, credit }) =>
          (debit === one && others.includes(credit)) || (credit === one && others.includes(debit)),
      )
      .reduce((all, { amount }) => all + amount, 0n);
  }

  /** The open items of one side, earliest due first (rule W6); without a due date by their own (rule W5). */
  open(party: string, side: Item['side']): Item[] {
    const when = ({ due, day }: Item) => due ?? day;
    return this.items
      .filter(item => item.party === party && item.side === side && item.open > 0n)
      .toSorted((a, b) => compare(when(a), when(b)) || compare(a.day, b.day) || a.place - b.place);
  }

  balance(party: string): Whole {
    return this.items
      .filter(item => item.party === party)
      .reduce((all, { side, amount }) => (side === 'debit' ? all + amount : all - amount), 0n);
  }

  /** R6: the open amount of an item at the end of a day; null before it existed. */
  openAt(item: Item, at: Day): Whole | null {
    if (item.day > at) return null;
    return this.matches
      .filter(match => (match.debit === item || match.credit === item) && match.day <= at)
      .reduce((open, { amount }) => open - amount, item.amount);
  }
}

export const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
