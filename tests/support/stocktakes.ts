import { sql } from 'kysely';
import type { TestApp, Caller } from './test-app';
import { stockAdjustments } from '#domain/stock/stock-adjustment.contract';
import { stockCountLines, stockCounts } from '#domain/stock/stock-count.contract';
import { someProduct } from './products';

/** Stocktakes through the API, as a user who may do all of it. */
export async function someCounting(app: TestApp) {
  const keeper = await app.as(
    'view_stock',
    'adjust_stock',
    'review_stock_count',
    'view_cost',
    'backdate',
    'view_ledger',
  );
  const move = async (product_id: number, quantity: string, value?: string) => {
    const reason = quantity.startsWith('-') ? 'own_use' : 'found';
    const line = { product_id, quantity, ...(value ? { value } : {}) };
    const { status, refusal } = await keeper.call(stockAdjustments.create, {
      body: { reason, lines: [line] },
    });
    if (status !== 200) throw new Error(refusal.message);
  };
  const start = (product_ids: number[], more: object = {}, who: Caller = keeper) =>
    who.call(stockCounts.create, { body: { scope: 'products', product_ids, ...more } });
  const started = async (product_ids: number[], more: object = {}): Promise<number> =>
    (await start(product_ids, more)).reply.id;
  const count = (id: number, product_id: number, quantity: string, how = 'set', who: Caller = keeper) =>
    who.call(stockCounts.count, { params: { id }, body: { product_id, how, quantity } });
  /** Replaces a count that was seen, be it another user's. */
  const recount = (id: number, product_id: number, quantity: string, replaces: string) =>
    keeper.call(stockCounts.count, { params: { id }, body: { product_id, how: 'set', quantity, replaces } });
  const post = (id: number, body: object = {}, who: Caller = keeper) =>
    who.call(stockCounts.post, { params: { id }, body: { ...body } });
  return {
    keeper,
    move,
    start,
    started,
    count,
    recount,
    post,
    /** A posted stocktake of products, each with its counted quantity. */
    posted: async (counted: readonly (readonly [product: number, quantity: string])[]): Promise<number> => {
      const id = await started(counted.map(([product]) => product));
      for (const [product, quantity] of counted) await count(id, product, quantity);
      const { status, refusal } = await post(id);
      if (status !== 200) throw new Error(refusal.message);
      return id;
    },
    reverse: (id: number, body: object = {}, who: Caller = keeper) =>
      who.call(stockCounts.reverse, { params: { id }, body: { reason: 'Wrong shelf', ...body } }),
    shown: async (id: number) => (await keeper.call(stockCounts.get, { params: { id } })).reply,
    /** A product with ten in stock, worth £10.00. */
    stocked: async (more: object = {}): Promise<number> => {
      const id = await someProduct(app.db, more);
      await move(id, '10', '10.00');
      return id;
    },
    cancel: (id: number) => keeper.call(stockCounts.cancel, { params: { id } }),
    linesOf: async (id: number, query: Record<string, string> = {}, who: Caller = keeper) =>
      (await who.call(stockCountLines.list, { params: { id }, query })).reply.data,
    /** Quantity in thousandths and value in pence. */
    held: async (id: number) => {
      const { rows } = await sql<{ quantity: number; value: number }>`
        select (quantity * 1000)::int as quantity, value_pence as value from stock_pools where product_id = ${id}`.execute(
        app.db,
      );
      return [rows[0]?.quantity, rows[0]?.value];
    },
  };
}
