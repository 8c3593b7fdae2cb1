import { Agent, request } from 'node:http';
import { londonDate } from '#domain/kernel/dates';
import { type Compared, inTurn, type Rivals, type Side, timesOf } from './in-turn';
import { report } from './report';
import { nextBasket, saleOf } from './sales';
import type { ServerProcess } from './server-process';
import { reportAgainstLimit, writeBudgets } from './speed-budget';

type Setting = {
  readonly token: string;
  readonly rounds: number;
  readonly sales: number;
  readonly orders: number;
};
type Write = { readonly path: string; readonly body: object };
type Plan = {
  readonly atOnce: number;
  /** How many are sent in a round. */
  readonly perRound: number;
  /** The next one; each is sent once, to either side. */
  readonly next: () => Write;
};

/** Until statements are planned for good, and once more to count them. */
const warmUp = 6;

/** Sends the product and its limit the same writes in turn, each with products or an order of its own. */
export async function compareWrites(rivals: Rivals, setting: Setting): Promise<void> {
  const compare = (name: keyof typeof writeBudgets, plan: Plan) => compareWrite(rivals, setting, name, plan);
  const selling = () => ({ path: '/api/sales', body: saleOf(nextBasket()) });
  const { sales: perRound } = setting;
  const one = await compare('a sale, one till', { atOnce: 1, perRound, next: selling });
  const eight = await compare('a sale, eight tills', { atOnce: 8, perRound: 3 * perRound, next: selling });
  reportTills(one, eight);
  await compare('a stock adjustment', { atOnce: 4, perRound, next: adjusting });
  await compareBuying(rivals, setting, compare);
}

/** What eight tills gain over one, and how long the slowest of a hundred sales take. */
function reportTills(one: Compared, eight: Compared): void {
  const rate = (side: Side) => eight[side].perSecond / one[side].perSecond;
  const spread = (side: Side) => eight[side].p99 / eight[side].p50;
  report({
    name: 'a sale, eight tills',
    figure: 'rate, of that of one till',
    unit: '×',
    value: rate('product'),
    limit: rate('limit'),
    target: 'at least 1.8',
    met: rate('product') >= 1.8,
  });
  report({
    name: 'a sale, eight tills',
    figure: 'p99, of p50',
    unit: '×',
    value: spread('product'),
    limit: spread('limit'),
    target: 'at most 3',
    met: spread('product') <= 3,
  });
}

function adjusting(): Write {
  const lines = nextBasket().map(product_id => ({ product_id, quantity: '-1' }));
  return { path: '/api/stock/adjustments', body: { reason: 'damaged', lines } };
}

type Order = {
  readonly id: number;
  readonly supplier: { id: number };
  readonly lines: readonly { id: number }[];
};

/** Each order is received, then billed, then paid in part. */
async function compareBuying(
  rivals: Rivals,
  setting: Setting,
  compare: (name: keyof typeof writeBudgets, plan: Plan) => Promise<unknown>,
): Promise<void> {
  const orders = await sentOrders(
    rivals.product,
    setting.token,
    2 * (warmUp + setting.rounds * setting.orders) + 1,
  );
  const eachOrder = (writeOf: (order: Order) => Write): Plan => {
    const left = orders.values();
    const next = () => {
      const order = left.next().value;
      if (!order) throw new Error('There are too few orders for this benchmark');
      return writeOf(order);
    };
    return { atOnce: 4, perRound: setting.orders, next };
  };
  await compare(
    'a receipt of goods',
    eachOrder(({ id }) => ({ path: `/api/purchases/${id}/receive`, body: {} })),
  );
  await compare(
    "a supplier's bill",
    eachOrder(({ id, lines }) => ({
      path: `/api/purchases/${id}/bills`,
      body: {
        supplier_bill_number: `L-${id}`,
        bill_date: londonDate(new Date()),
        lines: lines.map(line => ({ line_id: line.id, quantity: '3' })),
      },
    })),
  );
  await compare(
    'a payment',
    eachOrder(({ id, supplier }) => ({
      path: '/api/payments',
      body: {
        supplier_id: supplier.id,
        amount: '5.00',
        payment_method: 'bank_transfer',
        allocations: [{ purchase_order_id: id, amount: '5.00' }],
      },
    })),
  );
}

/** Orders of three lines of three units each, sent to the supplier. */
async function sentOrders(product: ServerProcess, token: string, count: number): Promise<Order[]> {
  const orders: Order[] = [];
  for (let nth = 0; nth < count; nth++) {
    const lines = nextBasket().map(product_id => ({ product_id, quantity: '3', unit_price: '1.25' }));
    // No supplier in use is a multiple of eleven.
    const body = { supplier_id: 1 + 11 * (nth % 180), lines };
    const { id } = JSON.parse(await send(product, token, { path: '/api/purchases', body })) as Order;
    const path = `/api/purchases/${id}/mark-sent`;
    orders.push(JSON.parse(await send(product, token, { path, body: {} })) as Order);
  }
  return orders;
}

async function compareWrite(
  rivals: Rivals,
  { token, rounds }: Setting,
  name: keyof typeof writeBudgets,
  { atOnce, perRound, next }: Plan,
): Promise<Compared> {
  const { product, limit } = rivals;
  for (const server of [product, limit])
    for (let nth = 0; nth < warmUp; nth++) await send(server, token, next());
  const counted = next();
  const sent = await product.statementsOf(() => send(product, token, counted));
  await product.stopCounting();
  const compared = await inTurn(rivals, rounds, (_, server) => {
    const writes = Array.from({ length: perRound }, next);
    return timesOf(
      writes.map(write => () => send(server, token, write)),
      atOnce,
    );
  });
  reportAgainstLimit(name, writeBudgets[name], { ...compared, sent });
  return compared;
}

// Its own connections, because `fetch` takes several times the processor time of the fastest answers.
const agent = new Agent({ keepAlive: true });

function send({ address }: ServerProcess, token: string, { path, body }: Write): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request(
      address + path,
      {
        agent,
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      },
      answer => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('error', reject);
        answer.on('end', () => {
          const text = Buffer.concat(parts).toString();
          if ((answer.statusCode ?? 500) < 300) resolve(text);
          else reject(new Error(`${path} answered ${answer.statusCode}: ${text}`));
        });
      },
    );
    sent.on('error', reject);
    sent.end(JSON.stringify(body));
  });
}
