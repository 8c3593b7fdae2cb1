import { insist } from './fault';

/** What the clients of a round sell: three pieces for which they compete, and more than they can sell. */
export type Goods = { readonly scarce: number; readonly plentiful: number };
type Ask = (path: string) => Promise<Response>;
type Answer = { readonly status: number; readonly text: string };

const pieces = { scarce: 3, plentiful: 100_000 } as const;
const price = '2.40';

/** The two products with their opening stock, as POST /api/get-started/products takes them. */
export const goodsOf = (round: string) => ({
  lines: [
    { name: `Scarce ${round}`, price, quantity: String(pieces.scarce), unit_cost: '1.00' },
    { name: `Plentiful ${round}`, price, quantity: String(pieces.plentiful), unit_cost: '0.01' },
  ],
});

/** Whether there is a unit for new products, which are given the only one. */
export const hasUnit = async (ask: Ask): Promise<boolean> =>
  (await totalOf(ask, '/api/units?per_page=1')) > 0;

export function readGoods(text: string): Goods {
  const { products } = JSON.parse(text) as { products: { id: number }[] };
  const [scarce, plentiful] = products;
  if (!scarce || !plentiful) throw new Error(`Two products were added, but the answer is ${text}`);
  return { scarce: scarce.id, plentiful: plentiful.id };
}

/** A sale of one piece, paid by card at a till. */
export const saleOf = (product: number, clientId: string) => ({
  client_id: clientId,
  channel: 'till',
  lines: [{ product_id: product, quantity: '1' }],
  expected_total: price,
  tenders: [{ method: 'credit_card', tendered: price }],
});

/** Whether a sale was refused because none is left: an answer like any other, after which it is not sent again. */
export function isSoldOut({ status, text }: Answer): boolean {
  if (status !== 422) return false;
  const { errors } = JSON.parse(text) as { errors?: Record<string, string[]> };
  return errors?.['lines.0.quantity']?.[0]?.startsWith('None of') === true;
}

type Sold = { readonly id: number; readonly number: string };

/**
 * The ids of the sales of these goods. Insists that each took one piece from the stock, that their numbers have no gap
 * (R16), and that every sale of the installation has one journal.
 */
export async function insistOnSales(ask: Ask, { scarce, plentiful }: Goods): Promise<number[]> {
  const [few, many] = [await salesOf(ask, scarce), await salesOf(ask, plentiful)];
  insist(few.length <= pieces.scarce, `${few.length} of ${pieces.scarce} pieces were sold.`);
  await insistOnStock(ask, scarce, pieces.scarce - few.length);
  await insistOnStock(ask, plentiful, pieces.plentiful - many.length);
  const sold = [...few, ...many];
  insistOnNumbers(sold.map(({ number }) => Number(/\d+$/.exec(number)?.[0])));
  const [sales, journals] = [
    await totalOf(ask, '/api/sales?per_page=1'),
    await totalOf(ask, '/api/journals?kind=sale&per_page=1'),
  ];
  insist(sales === journals, `There are ${sales} sales and ${journals} journals of sales.`);
  return sold.map(({ id }) => id);
}

export async function insistOnStock(ask: Ask, product: number, left: number): Promise<void> {
  const { quantity } = (await readJson(ask, `/api/products/${product}`)) as { quantity: string };
  insist(
    Number(quantity) === left,
    `Product ${product} has a stock of ${quantity}, and should have ${left}.`,
  );
}

/** The clients of the round are the only ones that sell, so their numbers follow each other. */
export function insistOnNumbers(numbers: readonly number[]): void {
  if (numbers.length === 0) return;
  const span = Math.max(...numbers) - Math.min(...numbers) + 1;
  insist(
    new Set(numbers).size === numbers.length && span === numbers.length,
    `${numbers.length} sales have numbers from ${Math.min(...numbers)} to ${Math.max(...numbers)}.`,
  );
}

export async function salesOf(ask: Ask, product: number): Promise<Sold[]> {
  const sold: Sold[] = [];
  for (let page = 1, last = 1; page <= last; page++) {
    const list = (await readJson(ask, `/api/sales?product_id=${product}&per_page=1000&page=${page}`)) as {
      data: Sold[];
      last_page: number;
    };
    sold.push(...list.data);
    last = list.last_page;
  }
  return sold;
}

const totalOf = async (ask: Ask, path: string): Promise<number> =>
  ((await readJson(ask, path)) as { total: number }).total;

export async function readJson(ask: Ask, path: string): Promise<unknown> {
  const response = await ask(path);
  const text = await response.text();
  insist(response.status === 200, `${path} was answered with ${response.status}: ${text.slice(0, 500)}`);
  return JSON.parse(text);
}
