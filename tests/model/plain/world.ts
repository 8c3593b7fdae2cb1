import type { Day, VatCode, Whole } from './arithmetic';
import type { TakenBack } from './late-parts';
import { Ledger } from './ledger';
import { Parties } from './parties';
import { Pool } from './pool';

export type Product = {
  readonly name: string;
  readonly code: VatCode;
  /** In pence. */
  readonly price: number;
  readonly includesVat: boolean;
  readonly canGoNegative: boolean;
};

/** The products: every VAT code, prices in both modes, stock that may fall below zero or not, expensive and cheap. */
export const catalogue: readonly Product[] = [
  { name: 'Kettle', code: 'S', price: 2499, includesVat: true, canGoNegative: false },
  { name: 'Book', code: 'Z', price: 599, includesVat: true, canGoNegative: true },
  { name: 'Child seat', code: 'R', price: 4235, includesVat: true, canGoNegative: true },
  { name: 'Screw', code: 'S', price: 7, includesVat: false, canGoNegative: true },
  { name: 'Stamps', code: 'E', price: 135, includesVat: true, canGoNegative: false },
];
/** One of each for a price of its own (rule M13): their VAT codes differ. No product is in both deals. */
export const deals = [
  { name: 'A child seat with its screw', products: [2, 3], price: 4000n, includesVat: true },
  { name: 'A kettle with its book', products: [0, 1], price: 2451n, includesVat: false },
] as const;
/** Suppliers' payment terms in days, and customers' credit limits. */
export const suppliers = [{ terms: 30 }, { terms: 30 }, { terms: 30 }] as const;
export const customers = [{ limit: 50_000n }, { limit: 500_000n }] as const;
export const firstDay: Day = '2031-01-06';

/** A step that the rules do not allow at this point: a shortened history skips it. */
export class Impossible extends Error {}
export function need(condition: boolean, what: string): asserts condition {
  if (!condition) throw new Impossible(what);
}
export function mustExist<Thing>(thing: Thing | undefined, what: string): Thing {
  if (thing === undefined) throw new Impossible(what);
  return thing;
}

/** The state of the company at a moment. */
export class World {
  today: Day = firstDay;
  /** The last closed day (rules D5, D7). */
  lockedThrough: Day = '0000-00-00';
  /** The first day not in a filed VAT return. */
  vatFrom: Day = '2031-01-01';
  readonly ledger = new Ledger();
  readonly parties = new Parties();
  /** What reversals of late costs took off stock, newest first. */
  readonly takenBack: TakenBack[] = [];
  readonly pools: readonly Pool[] = catalogue.map(({ canGoNegative }) => new Pool(canGoNegative));

  pool(product: number): Pool {
    return mustExist(this.pools[product], `product ${product}`);
  }
  product(product: number): Product {
    return mustExist(catalogue[product], `product ${product}`);
  }
  canPostOn(day: Day): boolean {
    return day > this.lockedThrough && day <= this.today;
  }
}

/** Goods issued on several lines must be in stock together (rule I9). */
export function needStock(world: World, out: readonly { product: number; quantity: Whole }[]): void {
  const stock = new Map<number, Whole>();
  for (const { product, quantity } of out) {
    const pool = world.pool(product);
    const after = (stock.get(product) ?? pool.quantity) - quantity;
    stock.set(product, after);
    need(after >= 0n || pool.canGoNegative, `only ${pool.quantity} of ${product} in stock`);
  }
}
