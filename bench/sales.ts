import { randomUUID } from 'node:crypto';
import type { Connection } from '../server/platform/database/open-database';
import { median } from './load';
import { report, reportP95 } from './report';
import { openRawTill } from './raw-till';

type Product = { readonly address: string; readonly token: string };

/** Only these are sold: none is in a current promotion, and each has stock left. */
const firstProduct = 1_000;
const soldProducts = 4_000;
const linesOfSale = 3;
const tills = 8;

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

/** Completes one sale, of other products than the one before. */
export const sellNext = (product: Product, customerId: number | null = null): Promise<void> =>
  completeSale(product, basket(nth++), customerId);

/** As filled in. */
const priceOf = (productId: number) => 100 + (productId % 5000);

const pounds = (pence: number) => (pence / 100).toFixed(2);

/** Completing a sale of three lines: the time of a single one, and how many a second from eight tills. */
export async function measureSelling(
  product: Product,
  connection: Connection,
  seconds: number,
): Promise<void> {
  const sell = (customerId: number | null) => sellNext(product, customerId);
  await measureAlone('the walk-in customer', () => sell(null));
  await measureAlone('a named customer', () => sell(20 + (nth % 150) * 11));
  const raw = openRawTill(connection, tills);
  try {
    const [ours, theirs]: [number[], number[]] = [[], []];
    for (let round = 0; round < 3; round++) {
      ours.push(await perSecond(() => sell(null), seconds));
      theirs.push(await perSecond(() => raw.sell(basket(nth++), priceOf), seconds));
    }
    const [value, twin] = [median(ours), median(theirs)];
    report({
      name: 'completing a sale of 3 lines',
      figure: `throughput, ${tills} connections`,
      unit: 'sales/s',
      value,
      twin,
      target: 'at least 0.5 of the twin',
      met: value >= 0.5 * twin,
    });
  } finally {
    await raw.close();
  }
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

async function completeSale(
  { address, token }: Product,
  products: readonly number[],
  customerId: number | null,
): Promise<void> {
  const total = pounds(products.reduce((sum, id) => sum + priceOf(id), 0));
  const answer = await fetch(`${address}/api/sales`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      client_id: randomUUID(),
      channel: 'till',
      customer_id: customerId,
      lines: products.map(product_id => ({ product_id, quantity: '1' })),
      expected_total: total,
      tenders: [{ method: 'credit_card', tendered: total }],
    }),
  });
  if (!answer.ok) throw new Error(`A sale was answered with ${answer.status}: ${await answer.text()}`);
  await answer.arrayBuffer();
}

async function perSecond(work: () => Promise<void>, seconds: number): Promise<number> {
  const until = performance.now() + seconds * 1000;
  let done = 0;
  await Promise.all(
    Array.from({ length: tills }, async () => {
      while (performance.now() < until) {
        await work();
        done++;
      }
    }),
  );
  return done / seconds;
}
