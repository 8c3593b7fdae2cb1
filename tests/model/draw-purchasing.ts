import type { Chance } from './chance';
import { dayAfter, vatOn } from './plain/arithmetic';
import type { Firm } from './plain/firm';
import { type Bill, lineAmounts, type Order, type ReceiptLine, statusOf } from './plain/ordered';
import type { Off, Step } from './plain/steps';
import { catalogue, suppliers } from './plain/world';

/** Draws a step of one kind; null when none is possible. A step that breaks the rules is drawn again. */
export type Draw = (firm: Firm, chance: Chance, n: number) => Step | null;

/** Mostly today; sometimes another open day. */
export function someDay({ world }: Firm, chance: Chance): string {
  const back = chance.in100(15) ? chance.between(1, 12) : 0;
  const day = dayAfter(world.today, -back);
  return day > world.lockedThrough && day >= '2031-01-01' ? day : world.today;
}

/** Bills arrive late: also for days closed meanwhile (P13). */
function someBillDay({ world }: Firm, chance: Chance): string {
  const day = dayAfter(world.today, chance.in100(60) ? 0 : -chance.between(1, 60));
  return day < '2031-01-01' ? world.today : day;
}

export function someOff(chance: Chance, max: number): Off | null {
  if (chance.in100(65) || max < 1) return null;
  return chance.in100(50)
    ? { percent: chance.one([500, 1000, 1250, 3333, 10_000]) ?? 500 }
    : { amount: chance.between(1, max) };
}

const pieces = (chance: Chance, product: number, max = 12): number =>
  product === 3 && chance.in100(30) ? chance.between(1, 12_000) : chance.small(max) * 1000;

export const order: Draw = (_firm, chance, n) => {
  const products = chance.some([...catalogue.keys()], 3);
  // Often several lines of one product, which is the point (F01).
  const ordered = [...products, ...products.filter(() => chance.in100(45))];
  return {
    n,
    do: 'order',
    supplier: chance.between(0, suppliers.length - 1),
    lines: ordered.map(product => {
      const quantity = pieces(chance, product);
      const price = chance.in100(70) ? chance.between(1, 1500) * 10_000 : chance.between(1, 900_000);
      return { product, quantity, price, off: someOff(chance, Math.floor((quantity * price) / 20_000_000)) };
    }),
  };
};

const entriesOf = <T>(map: ReadonlyMap<number, T>, keep: (value: T) => boolean = () => true) =>
  [...map].filter(([, value]) => keep(value));
const standing = ({ isCancelled }: Order) => !isCancelled;

export const receive: Draw = (firm, chance, n) => {
  const found = chance.recent(
    entriesOf(firm.purchasing.orders, one => ['sent', 'received'].includes(statusOf(one))),
  );
  if (!found) return null;
  const [number, { lines }] = found;
  const open = lines.flatMap(({ terms, received, isClosed }, place) => {
    const outstanding = terms.quantity - Number(received);
    return isClosed || outstanding <= 0 ? [] : [[place, outstanding] as const];
  });
  const isAll = chance.in100(50);
  return {
    n,
    do: 'receive',
    order: number,
    day: someDay(firm, chance),
    lines: (isAll ? open : chance.some(open, 3)).map(([place, outstanding]) => [
      place,
      isAll ? outstanding : part(chance, outstanding),
    ]),
  };
};

/** All, whole units, or any part. */
const part = (chance: Chance, outstanding: number): number =>
  chance.in100(40) || outstanding < 1000
    ? outstanding
    : outstanding % 1000 === 0
      ? chance.between(1, outstanding / 1000) * 1000
      : chance.between(1, outstanding);

export const bill: Draw = (firm, chance, n) => {
  const unbilled = ({ receipts }: Order, place: number) =>
    [...receipts.values()]
      .flat()
      .filter(({ line, unbilled: quantities }) => line === place && quantities.quantity > 0n);
  const found = chance.recent(
    entriesOf(
      firm.purchasing.orders,
      one => standing(one) && one.lines.some((_, place) => unbilled(one, place).length > 0),
    ),
  );
  if (!found) return null;
  const [number, one] = found;
  const open = [...one.lines.keys()].filter(place => unbilled(one, place).length > 0);
  const day = someBillDay(firm, chance);
  return {
    n,
    do: 'bill',
    order: number,
    day,
    due: dayAfter(day, chance.one([0, 14, 30]) ?? 30),
    lines: (chance.in100(60) ? open : chance.some(open, 3)).map(place => {
      const all = Number(unbilled(one, place).reduce((sum, { unbilled: item }) => sum + item.quantity, 0n));
      const quantity = part(chance, all);
      const line = one.lines[place];
      const ordered = line ? Number(lineAmounts(line, BigInt(quantity)).net) : 0;
      const net = billedNet(chance, ordered);
      // VAT as printed: sometimes a penny off the calculated amount.
      const vat = Number(vatOn(BigInt(net), line?.code ?? 'S'));
      return [place, quantity, net, vat > 0 && chance.in100(15) ? vat + 1 : vat];
    }),
  };
};

const billedNet = (chance: Chance, ordered: number): number => {
  if (chance.in100(35)) return ordered;
  return chance.in100(60) ? ordered + chance.between(1, Math.max(2, ordered)) : chance.between(0, ordered);
};

export const landedCost: Draw = (firm, chance, n) => {
  const found = chance.recent(
    entriesOf(firm.purchasing.orders, one => standing(one) && one.receipts.size > 0),
  );
  const receipt = found && chance.recent([...found[1].receipts.keys()]);
  if (!found || receipt === undefined) return null;
  const net = chance.between(1, 3000);
  const day = someBillDay(firm, chance);
  return {
    n,
    do: 'landed cost',
    order: found[0],
    receipt,
    carrier: chance.between(0, suppliers.length - 1),
    day,
    due: dayAfter(day, 30),
    net,
    vat: Number(vatOn(BigInt(net), 'S')),
    basis: chance.in100(50) ? 'value' : 'quantity',
  };
};

export const reverseBill: Draw = (firm, chance, n) => {
  const found = chance.recent(entriesOf<Bill>(firm.purchasing.bills, one => firm.purchasing.canReverse(one)));
  return found ? { n, do: 'reverse bill', bill: found[0] } : null;
};

const returnable = ({ unbilled, billed }: ReceiptLine) => Number(unbilled.quantity + billed.quantity);

export const giveBack: Draw = (firm, chance, n) => {
  const found = chance.recent(
    entriesOf(firm.purchasing.orders, one =>
      [...one.receipts.values()].flat().some(line => returnable(line) > 0),
    ),
  );
  if (!found) return null;
  const there = [...found[1].receipts].flatMap(([receipt, lines]) =>
    lines.flatMap((line, place) =>
      returnable(line) > 0 ? [[receipt, place, returnable(line)] as const] : [],
    ),
  );
  return {
    n,
    do: 'return',
    order: found[0],
    day: someDay(firm, chance),
    lines: chance.some(there, 2).map(([receipt, place, max]) => [receipt, place, part(chance, max)]),
  };
};

export const pay: Draw = (firm, chance, n) => {
  const { purchasing } = firm;
  const owed = entriesOf(purchasing.orders, standing).filter(
    ([number]) => purchasing.outstanding(number) > 0n,
  );
  const found = chance.recent(owed);
  if (!found) return null;
  const [, { supplier }] = found;
  const orders = [
    found,
    ...owed.filter(([number, one]) => one.supplier === supplier && number !== found[0] && chance.in100(15)),
  ];
  const parts = orders.map(([number]) => {
    const max = Number(purchasing.outstanding(number));
    return [number, chance.in100(50) || max < 1 ? max : chance.between(1, max)] as const;
  });
  if (parts.some(([, amount]) => amount <= 0)) return null;
  const onAccount = chance.in100(80) ? 0 : chance.between(1, 5000);
  const amount = parts.reduce((sum, [, one]) => sum + one, onAccount);
  return { n, do: 'pay', supplier, amount, parts, day: someDay(firm, chance) };
};

export const reversePayment: Draw = (firm, chance, n) => {
  const found = chance.recent(entriesOf(firm.purchasing.payments, one => !one.isReversed));
  return found ? { n, do: 'reverse payment', payment: found[0] } : null;
};

export const closeShort: Draw = (firm, chance, n) => {
  const found = chance.one(entriesOf(firm.purchasing.orders, one => statusOf(one) === 'received'));
  return found ? { n, do: 'close short', order: found[0] } : null;
};

export const reopen: Draw = (firm, chance, n) => {
  const found = chance.one(
    entriesOf(
      firm.purchasing.orders,
      one => statusOf(one) === 'completed' && one.lines.some(({ isClosed }) => isClosed),
    ),
  );
  return found ? { n, do: 'reopen', order: found[0] } : null;
};

export const cancelOrder: Draw = (firm, chance, n) => {
  const found = chance.one(
    entriesOf(firm.purchasing.orders, one => statusOf(one) === 'sent' && one.receipts.size === 0),
  );
  if (!found) return null;
  return { n, do: 'cancel order', order: found[0] };
};
