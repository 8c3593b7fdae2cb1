import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { reportP95 } from './report';

type Product = { readonly address: string; readonly token: string };

/** Only these are sold: none is in a current promotion, and each has stock left. */
const firstProduct = 1_000;
const soldProducts = 4_000;
const linesOfSale = 3;

/**
 * What a till sends: three products at their price, paid by card. `nth` selects them, so that consecutive sales share
 * none.
 */
function basket(nth: number): readonly number[] {
  return Array.from(
    { length: linesOfSale },
    (_, line) => firstProduct + ((nth * linesOfSale + line) % soldProducts),
  );
}

let nth = 0;

/** The products of the next basket. */
export const nextBasket = (): readonly number[] => basket(nth++);

/** Completes one sale, of other products than the one before. */
export const sellNext = (product: Product, customerId: number | null = null): Promise<void> =>
  completeSale(product, nextBasket(), customerId);

/** As filled in. */
const priceOf = (productId: number) => 100 + (productId % 5000);

const pounds = (pence: number) => (pence / 100).toFixed(2);

/** Completing a sale of three lines, one at a time. */
export async function measureSelling(product: Product): Promise<void> {
  const sell = (customerId: number | null) => sellNext(product, customerId);
  await measureAlone('the walk-in customer', () => sell(null));
  await measureAlone('a named customer', () => sell(20 + (nth % 150) * 11));
}

const alone = 200;
const warmUp = 20;

async function measureAlone(buyer: string, sell: () => Promise<void>): Promise<void> {
  const times: number[] = [];
  for (let sale = 0; sale < warmUp + alone; sale++) {
    const from = performance.now();
    await sell();
    if (sale >= warmUp) times.push(performance.now() - from);
  }
  reportP95(`completing a sale of 3 lines to ${buyer}`, times, { max: 60, figure: 'p95, alone' });
}

const paced = { perSecond: 20, seconds: 15 } as const;

/** Twenty sales a second, as of many tills, each at its time whether or not the one before was answered (R39). */
export async function measurePacedSales(product: Product): Promise<void> {
  const times: number[] = [];
  const sell = async () => {
    const from = performance.now();
    await sellNext(product);
    times.push(performance.now() - from);
  };
  for (let sale = 0; sale < warmUp; sale++) await sellNext(product);
  const startedAt = performance.now();
  const underWay: Promise<void>[] = [];
  for (let sale = 0; sale < paced.perSecond * paced.seconds; sale++) {
    await pause(Math.max(0, startedAt + (sale * 1000) / paced.perSecond - performance.now()));
    underWay.push(sell());
  }
  await Promise.all(underWay);
  reportP95('completing a sale of 3 lines, 20 a second', times, { max: 300 });
}

/** The body of a sale of one unit of each product, by card. */
export function saleOf(products: readonly number[], customerId: number | null = null): object {
  const total = pounds(products.reduce((sum, id) => sum + priceOf(id), 0));
  return {
    client_id: randomUUID(),
    channel: 'till',
    customer_id: customerId,
    lines: products.map(product_id => ({ product_id, quantity: '1' })),
    expected_total: total,
    tenders: [{ method: 'credit_card', tendered: total }],
  };
}

async function completeSale(
  { address, token }: Product,
  products: readonly number[],
  customerId: number | null,
): Promise<void> {
  const answer = await fetch(`${address}/api/sales`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(saleOf(products, customerId)),
  });
  if (!answer.ok) throw new Error(`A sale was answered with ${answer.status}: ${await answer.text()}`);
  await answer.arrayBuffer();
}
