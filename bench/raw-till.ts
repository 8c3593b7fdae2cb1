import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Connection } from '../server/platform/database/open-database';

export type RawTill = {
  /** Sells one unit of each product to the walk-in customer, by card. */
  readonly sell: (products: readonly number[], priceOf: (productId: number) => number) => Promise<void>;
  readonly close: () => Promise<void>;
};

/**
 * The twin of completing a sale: the rows that a sale writes, straight to the database, with the locks that keep
 * numbers, stock and the audit log correct. No sign-in, calculation, validation or reply.
 */
export function openRawTill(connection: Connection, size: number): RawTill {
  const pool = new pg.Pool({ ...connection, max: size });
  return {
    sell: async (products, priceOf) => {
      const client = await pool.connect();
      try {
        await client.query('begin');
        await sell(client, products, products.map(priceOf));
        await client.query('commit');
      } finally {
        client.release();
      }
    },
    close: () => pool.end(),
  };
}

async function sell(
  client: pg.PoolClient,
  products: readonly number[],
  prices: readonly number[],
): Promise<void> {
  const { rows: read } = await client.query<{ id: string; sku: string; name: string }>(
    'select id, sku, name from products where id = any($1) order by id',
    [products],
  );
  const vats = prices.map(price => Math.round(price / 6));
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const [gross, vat] = [sum(prices), sum(vats)];
  const { id, number } = await insertSale(client, products.length, gross, vat);
  const cost = await issueGoods(client, products, id, number);
  await client.query(
    `insert into sale_lines (sale_id, line_number, product_id, sku, description, unit, quantity, list_price_pence, unit_price_pence,
       amount_pence, vat_code, vat_rate, net_pence, vat_pence, gross_pence, cost_pence, is_stock)
     select $1, n, product, sku, name, 'Each', 1, price, price, price, 'S', 20, price - vat, vat, price, 100, true
     from unnest($2::bigint[], $3::text[], $4::text[], $5::bigint[], $6::bigint[]) with ordinality as of (product, sku, name, price, vat, n)`,
    [id, products, read.map(({ sku }) => sku), read.map(({ name }) => name), prices, vats],
  );
  await client.query(
    `insert into sale_tenders (sale_id, line_number, method, tendered_pence, applied_pence) values ($1, 1, 'credit_card', $2, $2)`,
    [id, gross],
  );
  await post(client, { id, number, gross, vat, cost });
  await client.query(
    `insert into audit_log (id, previous_hash, hash, at, actor_id, actor, action, record_type, record_id, record_name)
     values (0, '', '', now(), 1, 'Bench', 'sold', 'sale', $1, $2)`,
    [id, number],
  );
}

async function insertSale(client: pg.PoolClient, lines: number, gross: number, vat: number) {
  const series = await client.query<{ last_number: string }>(
    `update number_series set last_number = last_number + 1 where series = 'INV' returning last_number`,
  );
  const number = `INV-${series.rows[0]?.last_number ?? ''}`;
  const { rows } = await client.query<{ id: string }>(
    `insert into sales (number, client_id, client_hash, channel, customer_id, customer_name, seller, price_mode, business_date, tax_point,
       due_on, line_count, net_pence, vat_pence, gross_pence, sold_by, sold_at, recorded_at)
     select $1, $2, '', 'till', id, name, '{"name": "Bench", "lines": [], "vat_number": null}', 'inclusive', current_date, current_date,
       current_date, $3, $4::bigint - $5::bigint, $5, $4, 1, now(), now() from customers where is_walk_in
     returning id`,
    [number, randomUUID(), lines, gross, vat],
  );
  return { id: Number(rows[0]?.id), number };
}

/** Returns the cost of the goods: £1 each, as in all benchmark data. */
async function issueGoods(
  client: pg.PoolClient,
  products: readonly number[],
  id: number,
  number: string,
): Promise<number> {
  await client.query(
    'select quantity, value_pence from stock_pools where product_id = any($1) order by product_id for update',
    [products],
  );
  await client.query(
    'update stock_pools set quantity = quantity - 1, value_pence = value_pence - 100 where product_id = any($1)',
    [products],
  );
  await client.query(
    `insert into stock_movements (product_id, kind, quantity, value_pence, quantity_after, value_after_pence, document_type,
       document_id, document_number, document_line, business_date, posted_by, posted_at)
     select product_id, 'sale', -1, -100, quantity, value_pence, 'sale', $1, $2, line, current_date, 1, now()
     from unnest($3::bigint[]) with ordinality as sold (product_id, line) join stock_pools using (product_id)`,
    [id, number, products],
  );
  return products.length * 100;
}

type Sold = {
  readonly id: number;
  readonly number: string;
  readonly gross: number;
  readonly vat: number;
  readonly cost: number;
};

async function post(client: pg.PoolClient, { id, number, gross, vat, cost }: Sold): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    `insert into journals (business_date, kind, narrative, document_type, document_id, document_number, posted_by, posted_at)
     values (current_date, 'sale', 'Bench', 'sale', $1, $2, 1, now()) returning id`,
    [id, number],
  );
  const journalId = rows[0]?.id;
  await client.query(
    `insert into journal_lines (journal_id, line_number, business_date, account_code, debit_pence, credit_pence, vat_code)
     values ($1, 1, current_date, '1030', $2, 0, null), ($1, 2, current_date, '4000', 0, $3, 'S'), ($1, 3, current_date, '2200', 0, $4, 'S'),
       ($1, 4, current_date, '5000', $5, 0, null), ($1, 5, current_date, '1200', 0, $5, null)`,
    [journalId, gross, gross - vat, vat, cost],
  );
  await client.query(
    `insert into vat_entries (journal_id, direction, tax_point, vat_code, rate_percent, net_pence, vat_pence)
     values ($1, 'output', current_date, 'S', 20, $2, $3)`,
    [journalId, gross - vat, vat],
  );
}
