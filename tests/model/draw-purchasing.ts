import type { Random } from './random';
import { dayAfter, vatOn, type VatCode } from './plain/arithmetic';
import type { Firm } from './plain/firm';
import {
  type Bill,
  lineAmounts,
  type Order,
  type ReceiptLine,
  type Returned,
  returnOf,
  statusOf,
} from './plain/ordered';
import type { Off, Step } from './plain/steps';
import { catalogue, suppliers } from './plain/world';

/** Draws a step of one kind; null when none is possible. A step that breaks the rules is drawn again. */
export type Draw = (firm: Firm, random: Random, n: number) => Step | null;

/** Mostly today; sometimes another open day. */
export function someDay({ world }: Firm, random: Random): string {
  const back = random.in100(15) ? random.between(1, 12) : 0;
  const day = dayAfter(world.today, -back);
  return day > world.lockedThrough && day >= '2031-01-01' ? day : world.today;
}

/** Bills arrive late: also for days closed meanwhile (P13). */
export function someBillDay({ world }: Firm, random: Random): string {
  const day = dayAfter(world.today, random.in100(60) ? 0 : -random.between(1, 60));
  return day < '2031-01-01' ? world.today : day;
}

export function someOff(random: Random, max: number): Off | null {
  if (random.in100(65) || max < 1) return null;
  return random.in100(50)
    ? { percent: random.one([500, 1000, 1250, 3333, 10_000]) ?? 500 }
    : { amount: random.between(1, max) };
}

const pieces = (random: Random, product: number, max = 12): number =>
  product === 3 && random.in100(30) ? random.between(1, 12_000) : random.small(max) * 1000;

export const order: Draw = (_firm, random, n) => {
  const products = random.some([...catalogue.keys()], 3);
  // Often several lines of one product, which is the point (F01).
  const ordered = [...products, ...products.filter(() => random.in100(45))];
  return {
    n,
    do: 'order',
    supplier: random.between(0, suppliers.length - 1),
    lines: ordered.map(product => {
      const quantity = pieces(random, product);
      const price = random.in100(70) ? random.between(1, 1500) * 10_000 : random.between(1, 900_000);
      return { product, quantity, price, off: someOff(random, Math.floor((quantity * price) / 20_000_000)) };
    }),
  };
};

const entriesOf = <T>(map: ReadonlyMap<number, T>, keep: (value: T) => boolean = () => true) =>
  [...map].filter(([, value]) => keep(value));
const standing = ({ isCancelled }: Order) => !isCancelled;

export const receive: Draw = (firm, random, n) => {
  const found = random.recent(
    entriesOf(firm.purchasing.orders, one => ['sent', 'received'].includes(statusOf(one))),
  );
  if (!found) return null;
  const [number, { lines }] = found;
  const open = lines.flatMap(({ terms, received, isClosed }, place) => {
    const outstanding = terms.quantity - Number(received);
    return isClosed || outstanding <= 0 ? [] : [[place, outstanding] as const];
  });
  const isAll = random.in100(50);
  return {
    n,
    do: 'receive',
    order: number,
    day: someDay(firm, random),
    lines: (isAll ? open : random.some(open, 3)).map(([place, outstanding]) => [
      place,
      isAll ? outstanding : part(random, outstanding),
    ]),
  };
};

/** A receipt entered in error is noticed soon, if nothing was done with it. */
export const reverseReceipt: Draw = (firm, random, n) => {
  const receipts = entriesOf(firm.purchasing.orders, standing).flatMap(([number, { receipts: of }]) =>
    entriesOf<readonly ReceiptLine[]>(of, lines =>
      lines.every(({ unbilled, quantity }) => unbilled.quantity === quantity),
    ).map(([receipt]) => ({ order: number, receipt })),
  );
  const found = random.recent(receipts.toSorted((one, other) => one.receipt - other.receipt));
  return found ? { n, do: 'reverse receipt', ...found } : null;
};

/** All, whole units, or any part. */
const part = (random: Random, outstanding: number): number =>
  random.in100(40) || outstanding < 1000
    ? outstanding
    : outstanding % 1000 === 0
      ? random.between(1, outstanding / 1000) * 1000
      : random.between(1, outstanding);

export const bill: Draw = (firm, random, n) => {
  const unbilled = ({ receipts }: Order, place: number) =>
    [...receipts.values()]
      .flat()
      .filter(({ line, unbilled: quantities }) => line === place && quantities.quantity > 0n);
  const found = random.recent(
    entriesOf(
      firm.purchasing.orders,
      one => standing(one) && one.lines.some((_, place) => unbilled(one, place).length > 0),
    ),
  );
  if (!found) return null;
  const [number, one] = found;
  const open = [...one.lines.keys()].filter(place => unbilled(one, place).length > 0);
  const day = someBillDay(firm, random);
  return {
    n,
    do: 'bill',
    order: number,
    day,
    due: dayAfter(day, random.one([0, 14, 30]) ?? 30),
    lines: (random.in100(60) ? open : random.some(open, 3)).map(place => {
      const all = Number(unbilled(one, place).reduce((sum, { unbilled: item }) => sum + item.quantity, 0n));
      const quantity = part(random, all);
      const line = one.lines[place];
      const ordered = line ? Number(lineAmounts(line, BigInt(quantity)).net) : 0;
      const net = billedNet(random, ordered);
      // VAT as printed: sometimes a penny off the calculated amount.
      const vat = Number(vatOn(BigInt(net), line?.code ?? 'S'));
      return [place, quantity, net, vat > 0 && random.in100(15) ? vat + 1 : vat];
    }),
  };
};

const billedNet = (random: Random, ordered: number): number => {
  if (random.in100(35)) return ordered;
  return random.in100(60) ? ordered + random.between(1, Math.max(2, ordered)) : random.between(0, ordered);
};

export const landedCost: Draw = (firm, random, n) => {
  const found = random.recent(
    entriesOf(firm.purchasing.orders, one => standing(one) && one.receipts.size > 0),
  );
  const receipt = found && random.recent([...found[1].receipts.keys()]);
  if (!found || receipt === undefined) return null;
  const net = random.between(1, 3000);
  const day = someBillDay(firm, random);
  return {
    n,
    do: 'landed cost',
    order: found[0],
    receipt,
    carrier: random.between(0, suppliers.length - 1),
    day,
    due: dayAfter(day, 30),
    net,
    vat: Number(vatOn(BigInt(net), 'S')),
    basis: random.in100(50) ? 'value' : 'quantity',
  };
};

export const reverseBill: Draw = (firm, random, n) => {
  const found = random.recent(entriesOf<Bill>(firm.purchasing.bills, one => firm.purchasing.canReverse(one)));
  return found ? { n, do: 'reverse bill', bill: found[0] } : null;
};

const returnable = ({ unbilled, billed }: ReceiptLine) => Number(unbilled.quantity + billed.quantity);

export const giveBack: Draw = (firm, random, n) => {
  const found = random.recent(
    entriesOf(firm.purchasing.orders, one =>
      [...one.receipts.values()].flat().some(line => returnable(line) > 0),
    ),
  );
  if (!found) return null;
  const there = [...found[1].receipts].flatMap(([receipt, lines]) =>
    lines.flatMap((line, place) => (returnable(line) > 0 ? [{ receipt, place, line }] : [])),
  );
  return {
    n,
    do: 'return',
    order: found[0],
    day: someDay(firm, random),
    lines: random.some(there, 2).map(({ receipt, place, line }) => {
      const quantity = part(random, returnable(line));
      const code = found[1].lines[line.line]?.code ?? 'S';
      return [receipt, place, quantity, printedCredit(random, returnOf(line, BigInt(quantity)), code)];
    }),
  };
};

/** Suppliers keep a restocking fee. */
function printedCredit(random: Random, { billed, net }: Returned, code: VatCode) {
  if (billed === 0n || random.in100(75)) return null;
  const credited = random.between(0, Number(net));
  return [credited, Number(vatOn(BigInt(credited), code))] as const;
}

export const pay: Draw = (firm, random, n) => {
  const { purchasing } = firm;
  const owed = entriesOf(purchasing.orders, standing).filter(
    ([number]) => purchasing.outstanding(number) > 0n,
  );
  const found = random.recent(owed);
  if (!found) return null;
  const [, { supplier }] = found;
  const orders = [
    found,
    ...owed.filter(([number, one]) => one.supplier === supplier && number !== found[0] && random.in100(15)),
  ];
  const parts = orders.map(([number]) => {
    const max = Number(purchasing.outstanding(number));
    return [number, random.in100(50) || max < 1 ? max : random.between(1, max)] as const;
  });
  if (parts.some(([, amount]) => amount <= 0)) return null;
  const onAccount = random.in100(80) ? 0 : random.between(1, 5000);
  const amount = parts.reduce((sum, [, one]) => sum + one, onAccount);
  return { n, do: 'pay', supplier, amount, parts, day: someDay(firm, random) };
};

export const reversePayment: Draw = (firm, random, n) => {
  const found = random.recent(entriesOf(firm.purchasing.payments, one => !one.isReversed));
  return found ? { n, do: 'reverse payment', payment: found[0] } : null;
};

export const closeShort: Draw = (firm, random, n) => {
  const found = random.one(entriesOf(firm.purchasing.orders, one => statusOf(one) === 'received'));
  return found ? { n, do: 'close short', order: found[0] } : null;
};

export const reopen: Draw = (firm, random, n) => {
  const found = random.one(
    entriesOf(
      firm.purchasing.orders,
      one => statusOf(one) === 'completed' && one.lines.some(({ isClosed }) => isClosed),
    ),
  );
  return found ? { n, do: 'reopen', order: found[0] } : null;
};

export const cancelOrder: Draw = (firm, random, n) => {
  const found = random.one(
    entriesOf(firm.purchasing.orders, one => statusOf(one) === 'sent' && one.receipts.size === 0),
  );
  if (!found) return null;
  return { n, do: 'cancel order', order: found[0] };
};
