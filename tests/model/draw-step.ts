import type { Random } from './random';
import * as documents from './draw-documents';
import * as purchasing from './draw-purchasing';
import { type Draw, someDay } from './draw-purchasing';
import * as selling from './draw-selling';
import { type Firm, vatPeriodEnd } from './plain/firm';
import type { Step } from './plain/steps';
import { catalogue, customers, Impossible } from './plain/world';

const nextDay: Draw = (_firm, random, n) => ({
  n,
  do: 'next day',
  days: random.in100(75) ? 1 : random.between(2, 60),
});

const adjust: Draw = (firm, random, n) => {
  const product = random.between(0, catalogue.length - 1);
  const pool = firm.world.pool(product);
  const reason = random.one(['lost', 'found', 'write_down'] as const) ?? 'lost';
  const quantity = reason === 'write_down' ? 0 : random.small(4) * 1000;
  const value =
    reason === 'write_down'
      ? random.between(1, Math.max(1, Number(pool.value)))
      : reason === 'found' && !pool.isCostKnown
        ? random.between(0, 2000)
        : null;
  return { n, do: 'adjust', reason, product, quantity, value, day: someDay(firm, random) };
};

const reverseAdjustment: Draw = (firm, random, n) => {
  const found = random.recent([...firm.stock.adjusted].filter(([, { isReversed }]) => !isReversed));
  return found ? { n, do: 'reverse adjustment', adjustment: found[0] } : null;
};

const startCount: Draw = (_firm, random, n) => ({
  n,
  do: 'start count',
  products: random.some([...catalogue.keys()], 3).sort((a, b) => a - b),
});

const open = (firm: Firm) => [...firm.stock.counts].filter(([, { posted }]) => posted === null);

const count: Draw = (firm, random, n) => {
  const found = random.one(open(firm));
  if (!found) return null;
  const product = random.one(found[1].products) ?? 0;
  const there = Math.max(0, Number(firm.world.pool(product).quantity));
  const quantity = random.in100(25) ? there : Math.max(0, there + random.between(-3, 3) * 1000);
  return { n, do: 'count', count: found[0], product, quantity };
};

const postCount: Draw = (firm, random, n) => {
  const found = random.one(open(firm));
  return found ? { n, do: 'post count', count: found[0] } : null;
};

const reverseCount: Draw = (firm, random, n) => {
  const posted = [...firm.stock.counts].filter(
    ([, one]) => !one.isReversed && (one.posted?.moves.length ?? 0) > 0,
  );
  const found = random.recent(posted);
  return found ? { n, do: 'reverse count', count: found[0] } : null;
};

const takeMoney: Draw = (firm, random, n) => {
  const customer = random.between(0, customers.length - 1);
  const topUp = random.in100(25);
  const owed = [...firm.selling.sales].filter(
    ([, sale]) => sale.customer === customer && (sale.invoice?.open ?? 0n) > 0n,
  );
  const named = topUp || random.in100(40) ? [] : random.some(owed, 3);
  const parts = named.map(
    ([sale, { invoice }]) => [sale, random.small(Number(invoice?.open ?? 1n))] as const,
  );
  const all = parts.reduce((sum, [, amount]) => sum + amount, 0);
  return {
    n,
    do: 'take money',
    customer,
    amount: all + (all === 0 || random.in100(20) ? random.between(1, 4000) : 0),
    topUp,
    parts,
    day: someDay(firm, random),
  };
};

const payOut: Draw = (firm, random, n) => {
  const customer = random.between(0, customers.length - 1);
  const there = Number(firm.selling.wallet(customer));
  return there === 0 ? null : { n, do: 'pay out', customer, amount: random.between(1, there) };
};

const reverseMoney: Draw = (firm, random, n) => {
  const found = random.recent([...firm.money.moves].filter(([, { isReversed }]) => !isReversed));
  return found ? { n, do: 'reverse money', money: found[0] } : null;
};

const fileVat: Draw = ({ world }, _chance, n) => {
  const to = vatPeriodEnd(world.vatFrom);
  return to < world.today ? { n, do: 'file VAT', to } : null;
};

const adjustVat: Draw = (firm, random, n) => {
  const reason = random.one([
    'reverse_charge_domestic',
    'reverse_charge_abroad',
    'postponed_import_vat',
    'fuel_scale_charge',
    'partial_exemption',
  ] as const);
  if (!reason) return null;
  const [vat, net] = [random.between(1, 9_999), random.between(1, 49_999)];
  return { n, do: 'adjust VAT', reason, vat, net, day: someDay(firm, random) };
};

const reverseVatAdjustment: Draw = (firm, random, n) => {
  const found = random.recent([...firm.vat.adjusted].filter(([, { isReversed }]) => !isReversed));
  return found ? { n, do: 'reverse VAT adjustment', adjustment: found[0] } : null;
};

/** How often each kind of step is drawn. */
const kinds: readonly (readonly [weight: number, Draw])[] = [
  [6, nextDay],
  [8, purchasing.order],
  [14, purchasing.receive],
  [7, purchasing.reverseReceipt],
  [12, purchasing.bill],
  [5, purchasing.landedCost],
  [6, purchasing.reverseBill],
  [5, purchasing.giveBack],
  [6, purchasing.pay],
  [2, purchasing.reversePayment],
  [2, purchasing.closeShort],
  [1, purchasing.reopen],
  [1, purchasing.cancelOrder],
  [2, documents.payInAdvance],
  [3, documents.useAdvance],
  [3, documents.billWithoutOrder],
  [1, documents.reverseBillWithoutOrder],
  [3, documents.supplierCredit],
  [1, documents.reverseSupplierCredit],
  [5, documents.creditGoods],
  [3, documents.reverseGoodsCredit],
  [2, documents.writeOff],
  [1, documents.reverseWriteOff],
  [4, adjust],
  [2, reverseAdjustment],
  [3, startCount],
  [6, count],
  [6, postCount],
  [12, reverseCount],
  [16, selling.sell],
  [7, selling.refund],
  [2, selling.cancelSale],
  [3, selling.edit],
  [3, selling.exchange],
  [4, takeMoney],
  [1, payOut],
  [2, reverseMoney],
  [2, adjustVat],
  [1, reverseVatAdjustment],
  [6, fileVat],
];
const allWeight = kinds.reduce((sum, [weight]) => sum + weight, 0);

function someKind(random: Random): Draw {
  let at = random.between(1, allWeight);
  for (const [weight, draw] of kinds) {
    at -= weight;
    if (at <= 0) return draw;
  }
  return nextDay;
}

/** Draws a step that the rules allow and applies it to the model. */
export function drawStep(firm: Firm, random: Random, n: number): Step {
  for (;;) {
    const step = someKind(random)(firm, random, n);
    if (step && tryStep(firm, step)) return step;
  }
}

/** Whether the model could apply a step; if not, nothing has changed. */
export function tryStep(firm: Firm, step: Step): boolean {
  try {
    firm.apply(step);
    return true;
  } catch (error) {
    if (error instanceof Impossible) return false;
    throw error;
  }
}
