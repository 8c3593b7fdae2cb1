import { expect, test } from 'vitest';
import { Random } from '../model/random';
import type { Client } from './client';
import { insistInTime } from './fault';
import { underLoad } from './under-load';
import { Writers } from './writers';

type Body = {
  readonly name?: string;
  readonly narrative?: string;
  readonly lines?: { product_id: number }[];
};

/** An installation in memory, with its lists and answers as those of the product. */
class PretendedShop implements Client {
  readonly port = 1;
  readonly suppliers: { name: string }[] = [];
  readonly journals: { narrative: string }[] = [];
  readonly sales: { id: number; number: string; product: number }[] = [];
  readonly #answers = new Map<string, unknown>();

  ask = async (path: string, init: RequestInit = {}): Promise<Response> => {
    // As over a network: without it the clients would let nothing else happen.
    await new Promise(setImmediate);
    const [address = '', query = ''] = path.split('?');
    if (init.method !== 'POST') return Response.json(this.#read(address, new URLSearchParams(query)));
    if (address === '/api/books/check') return Response.json({ holds: true });
    const key = new Headers(init.headers).get('idempotency-key') ?? '';
    const body = JSON.parse(init.body as string) as Body;
    const product = body.lines?.[0]?.product_id;
    const isRepeated = this.#answers.has(key);
    if (!isRepeated && product === 1 && this.#soldOf(1).length === 3)
      return Response.json({ errors: { 'lines.0.quantity': ['None of it is in stock.'] } }, { status: 422 });
    if (!isRepeated) this.#answers.set(key, this.#write(address, body));
    return Response.json(this.#answers.get(key));
  };
  askAt = (_port: number, path: string, init?: RequestInit) => this.ask(path, init);

  #soldOf(product: number) {
    return this.sales.filter(sale => sale.product === product);
  }

  #write(address: string, { name = '', narrative = '', lines }: Body): unknown {
    if (address === '/api/units') return { id: 1 };
    if (address === '/api/get-started/products') return { products: [{ id: 1 }, { id: 2 }] };
    if (address === '/api/suppliers') return { id: this.suppliers.push({ name }) };
    if (address === '/api/journals') return { id: this.journals.push({ narrative }) };
    const id = this.sales.length + 1;
    this.sales.push({ id, number: `INV-${id}`, product: lines?.[0]?.product_id ?? 0 });
    return { id };
  }

  #read(address: string, query: URLSearchParams): unknown {
    if (address === '/api/products/1') return { quantity: String(3 - this.#soldOf(1).length) };
    if (address === '/api/products/2') return { quantity: String(100_000 - this.#soldOf(2).length) };
    if (address === '/api/suppliers') return { data: this.suppliers, last_page: 1 };
    const product = Number(query.get('product_id'));
    if (address === '/api/journals' && query.get('kind') === null)
      return { data: this.journals, last_page: 1 };
    return { data: product ? this.#soldOf(product) : [], last_page: 1, total: this.sales.length };
  }
}

/** What the writers find once their work is done and `meanwhile` has happened to the installation. */
async function found(meanwhile: (shop: PretendedShop) => void) {
  const shop = new PretendedShop();
  const writers = new Writers(shop, new Random(1), { clients: 2 });
  await writers.more(60);
  const first = await writers.finish();
  meanwhile(shop);
  return { first, again: writers.finish() };
}

test('R12 the clients of the faults find nothing where nothing is lost', async () => {
  const { first, again } = await found(() => {});
  expect(first).toMatchObject({ lost: 0, doubled: 0, refused: 0 });
  expect(first.acknowledged).toBeGreaterThanOrEqual(60);
  await expect(again).resolves.toEqual(first);
});

test.each<[string, (shop: PretendedShop) => void, string]>([
  ['a supplier that is lost', ({ suppliers }) => suppliers.pop(), 'Lost 1, doubled 0.'],
  [
    'a journal that is there twice',
    ({ journals }) => journals.push(...journals.slice(0, 1)),
    'Lost 0, doubled 1.',
  ],
  [
    'a sale that no client was told of',
    ({ sales }) => sales.push({ id: 999, number: `INV-${sales.length + 1}`, product: 2 }),
    'Lost 0, doubled 1.',
  ],
  ['a sale that is lost', ({ sales }) => sales.pop(), 'Lost 1, doubled 0.'],
])('R12 the clients of the faults find %s', async (_what, meanwhile, sentence) => {
  const { again } = await found(meanwhile);
  await expect(again).rejects.toThrow(sentence);
});

test('R37 a round in which no fault was injected is no proof', async () => {
  const round = (act: (writers: Writers) => void) =>
    underLoad(new PretendedShop(), new Random(1), async writers => act(writers));
  await expect(round(writers => writers.note())).resolves.toMatchObject({ injected: 1, lost: 0 });
  await expect(round(() => undefined)).rejects.toThrow('No fault was injected, so the round proves nothing.');
});

test('R12 a round that missed a limit of time is compared all the same', async () => {
  const round = (meanwhile: (shop: PretendedShop) => void) => {
    const shop = new PretendedShop();
    return underLoad(shop, new Random(1), async writers => {
      writers.note();
      meanwhile(shop);
      insistInTime(false, 'Ready after 6.0 s.');
    });
  };
  await expect(round(() => undefined)).rejects.toThrow('Ready after 6.0 s.');
  await expect(round(({ suppliers }) => suppliers.pop())).rejects.toThrow('Lost 1, doubled 0.');
});

test('R37 an installation that never takes writes again ends the round', async () => {
  const shop = new PretendedShop();
  const writers = new Writers(shop, new Random(1), { clients: 2, standstill: 500 });
  await writers.more(10);
  shop.askAt = async () => Response.json({ code: 'unavailable' }, { status: 503 });
  try {
    await expect(writers.more(1_000)).rejects.toThrow(
      /^No write was answered as saved or sold out for \d+ s\.$/,
    );
    await expect(writers.finish()).rejects.toThrow('No write was answered as saved');
  } finally {
    writers.abandon();
  }
});
