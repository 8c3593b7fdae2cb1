import { randomUUID } from 'node:crypto';
import { insist } from './fault';
import { hasUnit, readJson } from './goods';
import type { RushWriter } from './rush-writer';
import type { Subject } from './subject';

export const price = '2.40';

export async function create<Reply>(writer: RushWriter, path: string, body: object): Promise<Reply> {
  return JSON.parse((await writer.insistSaved(path, body)).text) as Reply;
}

/** Adds a product for each of these numbers of pieces, and returns their ids. */
export async function addStocked(writer: RushWriter, ...pieces: readonly number[]): Promise<number[]> {
  if (!(await hasUnit(writer.ask))) await create(writer, '/api/units', { name: 'Packet' });
  const name = randomUUID().slice(0, 8);
  const lines = pieces.map((quantity, nth) => ({
    name: `No. ${nth} of ${name}`,
    price,
    quantity: String(quantity),
    unit_cost: '1.00',
  }));
  const { products } = await create<{ products: { id: number }[] }>(writer, '/api/get-started/products', {
    lines,
  });
  return products.map(({ id }) => id);
}

/** Adds a product of which there is none, and returns its id. */
export async function addUnstocked(writer: RushWriter, stock_policy: 'block' | 'allow'): Promise<number> {
  const { data } = (await readJson(writer.ask, '/api/units?per_page=1')) as { data: { id: number }[] };
  const sku = `NONE-${randomUUID().slice(0, 8)}`;
  const body = { sku, name: `None of ${sku}`, unit_id: data[0]?.id, price, stock_policy };
  return (await create<{ id: number }>(writer, '/api/products', body)).id;
}

/** A sale of one piece of each, paid by card at a till. */
export const saleOfEach = (products: readonly number[], more: object = {}) => {
  const total = (Number(price) * products.length).toFixed(2);
  return {
    client_id: randomUUID(),
    channel: 'till',
    lines: products.map(product_id => ({ product_id, quantity: '1' })),
    expected_total: total,
    tenders: [{ method: 'credit_card', tendered: total }],
    ...more,
  };
};

/** Of two that wait for each other the database undoes one, which the program repeats (R17). */
const undone = /"code":"(?:40P01|40001)"/;

/** Watches what the program logs from now on; what it returns insists that no deadlock reached a user. */
export function watchForDeadlocks(subject: Subject): () => void {
  const running = subject.process;
  const printed = running.printed().length;
  return () => {
    for (const process of new Set([running, subject.process])) {
      const said = process.printed().slice(process === running ? printed : 0);
      insist(!undone.test(said), 'A deadlock or a serialization failure reached a user.');
    }
  };
}
