import type { Day, VatCode, Whole } from './arithmetic';
import type { TakenBack } from './late-cost';
import { Ledger } from './ledger';
import { Parties } from './parties';
import { Pool } from './pool';

export type Product = {
  readonly name: string;
  readonly code: VatCode;
  /** With VAT, in pence. */
  readonly price: number;
  readonly canGoNegative: boolean;
};

/** What the firm buys and sells: every code of VAT, stock that may fall below zero and stock that may not, dear and cheap. */
export const catalogue: readonly Product[] = [
  { name: 'Kettle', code: 'S', price: 2499, canGoNegative: false },
  { name: 'Book', code: 'Z', price: 599, canGoNegative: false },
  { name: 'Child seat', code: 'R', price: 4235, canGoNegative: true },
  { name: 'Screw', code: 'S', price: 7, canGoNegative: true },
  { name: 'Stamps', code: 'E', price: 135, canGoNegative: false },
];
/** Days that suppliers give, and what customers may owe. */
export const suppliers = [{ terms: 30 }, { terms: 30 }, { terms: 30 }] as const;
export const customers = [{ limit: 50_000n }, { limit: 500_000n }] as const;
export const firstDay: Day = '2031-01-06';

/** A step that the rules do not allow as things stand: a life that was cut leaves it out. */
export class Impossible extends Error {}
export function need(condition: boolean, what: string): asserts condition {
  if (!condition) throw new Impossible(what);
}
export function known<Thing>(thing: Thing | undefined, what: string): Thing {
  if (thing === undefined) throw new Impossible(what);
  return thing;
}

/** Everything the rules know of the firm at a moment. */
export class World {
  today: Day = firstDay;
  /** The last day that nothing may be posted to any more (rules D5, D7). */
  lockedThrough: Day = '0000-00-00';
  /** The first day that no filed VAT return is about. */
  vatFrom: Day = '2031-01-01';
  readonly ledger = new Ledger();
  readonly parties = new Parties();
  /** What reversals of late costs took off stock, the newest first. */
  readonly takenBack: TakenBack[] = [];
  readonly pools: readonly Pool[] = catalogue.map(({ canGoNegative }) => new Pool(canGoNegative));

  pool(product: number): Pool {
    return known(this.pools[product], `product ${product}`);
  }
  product(product: number): Product {
    return known(catalogue[product], `product ${product}`);
  }
  canPostOn(day: Day): boolean {
    return day > this.lockedThrough && day <= this.today;
  }
}

/** What goes out of stock of several lines must be there of all of them together (rule I9). */
export function needStock(world: World, out: readonly { product: number; quantity: Whole }[]): void {
  const left = new Map<number, Whole>();
  for (const { product, quantity } of out) {
    const pool = world.pool(product);
    const after = (left.get(product) ?? pool.quantity) - quantity;
    left.set(product, after);
    need(after >= 0n || pool.canGoNegative, `only ${pool.quantity} of ${product} are there`);
  }
}
