import type { Random } from './random';
import { type Draw, someDay, someOff } from './draw-purchasing';
import { priceBasket } from './plain/basket';
import type { Firm } from './plain/firm';
import { type Sale, tendersLeft, walletLeft } from './plain/sold';
import type { BackLine, Basket, Paid } from './plain/steps';
import { catalogue, customers, deals } from './plain/world';

function someBasket(firm: Firm, random: Random, customer: number | null): Basket {
  const products = [...catalogue.keys()].filter(
    product => firm.world.pool(product).quantity > 0n || firm.world.product(product).canGoNegative,
  );
  const complete = deals.filter(deal => deal.products.every(product => products.includes(product)));
  const ofDeal = random.in100(20) ? random.one(complete)?.products : undefined;
  const exclusive = random.in100(ofDeal ? 50 : 25);
  const chosen = ofDeal ?? random.some(products.length > 0 ? products : [2], 3);
  const lines = [...chosen, ...chosen.filter(() => random.in100(15))].map(product => {
    const there = Number(firm.world.pool(product).quantity / 1000n);
    const isAll = there > 0 && random.in100(15);
    const quantity = isAll
      ? there * 1000
      : product === 3 && random.in100(25)
        ? random.between(1, 4000)
        : random.small(5) * 1000;
    const listed = catalogue[product]?.price ?? 1;
    const asListed = ofDeal !== undefined && random.in100(80);
    const price = !asListed && random.in100(exclusive ? 40 : 10) ? random.between(1, listed * 2) : null;
    return {
      product,
      quantity,
      price,
      off: asListed ? null : someOff(random, Math.floor(((price ?? listed) * quantity) / 2000)),
    };
  });
  const roughly = lines.reduce(
    (all, line) => all + ((line.price ?? catalogue[line.product]?.price ?? 0) * line.quantity) / 4000,
    0,
  );
  return { customer, exclusive, lines, off: random.in100(70) ? null : someOff(random, Math.floor(roughly)) };
}

function grossOf(firm: Firm, basket: Basket): number | null {
  try {
    return Number(priceBasket(firm.world, basket).gross);
  } catch {
    return null;
  }
}

/** Some payment methods for an amount, each once. */
function randomTenders(firm: Firm, random: Random, customer: number | null, amount: number): Paid[] {
  const paid: Paid[] = [];
  let remaining = amount;
  const wallet = customer === null ? 0 : Number(firm.selling.wallet(customer));
  if (wallet > 0 && remaining > 0 && random.in100(40)) {
    const part = Math.min(wallet, remaining);
    paid.push({ method: 'wallet', amount: part });
    remaining -= part;
  }
  if (remaining > 1 && random.in100(25)) {
    const part = random.between(1, remaining - 1);
    paid.push({ method: 'credit_card', amount: part });
    remaining -= part;
  }
  if (remaining > 0) {
    const methods = ['cash', 'bank_transfer', ...(customer === null ? [] : ['account', 'account'])] as const;
    paid.push({ method: random.one(methods as readonly Paid['method'][]) ?? 'cash', amount: remaining });
  }
  return paid;
}

const someCustomer = (random: Random) => (random.in100(45) ? null : random.between(0, customers.length - 1));

export const sell: Draw = (firm, random, n) => {
  const customer = someCustomer(random);
  const basket = someBasket(firm, random, customer);
  const gross = grossOf(firm, basket);
  if (gross === null) return null;
  const paid = randomTenders(firm, random, customer, gross);
  const hasCash = paid.some(({ method }) => method === 'cash');
  return { n, do: 'sell', basket, paid, day: hasCash ? firm.world.today : someDay(firm, random) };
};

const standing = (firm: Firm) =>
  [...firm.selling.sales].filter(
    ([, sale]) => !sale.isUndone && sale.lines.some(({ remaining }) => remaining.quantity > 0n),
  );

function someBack(random: Random, { lines }: Sale): BackLine[] {
  const open = [...lines.keys()].filter(place => (lines[place]?.remaining.quantity ?? 0n) > 0n);
  return random.some(open, 2).map(line => {
    const { quantity, gross } = lines[line]?.remaining ?? { quantity: 0n, gross: 0n };
    if (gross > 1n && random.in100(25)) return { line, amount: random.between(1, Number(gross)) };
    const all = Number(quantity);
    const part =
      random.in100(45) || all < 2000
        ? all
        : all % 1000 === 0
          ? random.between(1, all / 1000) * 1000
          : random.between(1, all);
    return { line, quantity: part, goods: random.in100(20) ? 'damaged' : 'stock' };
  });
}

/** Refunds as it was paid, as far as possible, or otherwise; null where the model has none. */
function refundOptions(random: Random, sale: Sale, due: number): Paid[] {
  if (due <= 0) return [];
  const refundable = tendersLeft(sale);
  if (sale.customer !== null && (walletLeft(sale) > 0n || random.in100(30)))
    return [{ method: 'wallet', amount: due }];
  const card = Number(
    refundable.filter(({ method }) => method === 'credit_card').reduce((all, { amount }) => all + amount, 0n),
  );
  const byCard = random.in100(70) ? Math.min(card, due) : 0;
  const rest = random.in100(60) ? ('cash' as const) : ('bank_transfer' as const);
  return [
    ...(byCard > 0 ? [{ method: 'credit_card' as const, amount: byCard }] : []),
    ...(due > byCard ? [{ method: rest, amount: due - byCard }] : []),
  ];
}

function dueOf(firm: Firm, sale: Sale, lines: readonly BackLine[] | null): number | null {
  try {
    const back = lines === null ? firm.selling.everything(sale) : firm.selling.calculateRefund(sale, lines);
    return Number(back.reduce((all, { gross }) => all + gross, 0n) - firm.selling.cleared(sale, back));
  } catch {
    return null;
  }
}

export const refund: Draw = (firm, random, n) => {
  const found = random.recent(standing(firm));
  if (!found) return null;
  const [number, sale] = found;
  const lines = someBack(random, sale);
  const due = dueOf(firm, sale, lines);
  return due === null
    ? null
    : { n, do: 'refund', sale: number, lines, paid: refundOptions(random, sale, due) };
};

export const cancelSale: Draw = (firm, random, n) => {
  const found = random.recent(standing(firm));
  return found ? { n, do: 'cancel sale', sale: found[0] } : null;
};

/** The difference between the new and the old basket: paid, or refunded. */
function swap(firm: Firm, random: Random, sale: Sale, lines: readonly BackLine[] | null) {
  const basket = someBasket(firm, random, sale.customer);
  const [due, gross] = [dueOf(firm, sale, lines), grossOf(firm, basket)];
  if (due === null || gross === null) return null;
  const back = gross < due ? refundOptions(random, sale, due - gross) : [];
  const paid = gross > due ? randomTenders(firm, random, sale.customer, gross - due) : [];
  return { basket, paid, back };
}

export const edit: Draw = (firm, random, n) => {
  const found = random.recent(standing(firm));
  const swapped = found && swap(firm, random, found[1], null);
  return found && swapped ? { n, do: 'edit', sale: found[0], ...swapped } : null;
};

export const exchange: Draw = (firm, random, n) => {
  const found = random.recent(standing(firm));
  if (!found) return null;
  const lines = someBack(random, found[1]);
  const swapped = swap(firm, random, found[1], lines);
  return swapped ? { n, do: 'exchange', sale: found[0], lines, ...swapped } : null;
};
