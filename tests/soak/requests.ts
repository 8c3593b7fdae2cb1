import { randomUUID } from 'node:crypto';
import type { Client } from '../faults/client';

type Request = { readonly path: string; readonly body?: BodyInit };

const unitPrice = '2.40';
const soldProducts = 40;

/** What the requests are about. Products are sold below zero, so that they never run out. */
export type Stock = { readonly products: readonly number[]; readonly suppliers: readonly number[] };

/** Enters what is sold and who is written to. */
export async function enterStock(client: Client): Promise<Stock> {
  const create = async (path: string, body: object): Promise<number> => {
    const response = await client.ask(path, { method: 'POST', body: JSON.stringify(body) });
    const reply = await response.text();
    if (!response.ok) throw new Error(`${path} was answered with ${response.status}: ${reply}`);
    return (JSON.parse(reply) as { id: number }).id;
  };
  const unit_id = await create('/api/units', { name: 'Packet' });
  const products: number[] = [];
  for (let nth = 1; nth <= soldProducts; nth++)
    products.push(
      await create('/api/products', {
        sku: `SOAK-${nth}`,
        name: `Tea no. ${nth}`,
        unit_id,
        price: unitPrice,
        stock_policy: 'allow',
      }),
    );
  const suppliers = [await create('/api/suppliers', { name: 'Tea Wholesale Ltd' })];
  return { products, suppliers };
}

const reads = [
  '/api/suppliers?search=tea',
  '/api/products?search=tea',
  '/api/products/search?text=tea',
  '/api/sales',
  '/api/customers',
  '/api/dashboard',
  '/api/search?text=tea',
  '/api/ledger-lines',
  '/api/reports/sales-summary?period=this_month',
] as const;

/**
 * Of 75 requests in 3.75 seconds: 16 emails and 32 documents a minute. A user may write twenty and print sixty, and those
 * that came a little late may not be refused because of those that come after them.
 */
const kindOf = (nth: number): 'email' | 'pdf' | 'sale' | 'supplier' | 'read' => {
  const place = nth % 75;
  if (place === 30) return 'email';
  if (place === 10 || place === 40) return 'pdf';
  if (place % 10 === 5) return 'sale';
  return place === 20 ? 'supplier' : 'read';
};

/** The request that comes at this place of a soak. `lastSale` is the newest sale, once there is one. */
export function requestAt(nth: number, { products, suppliers }: Stock, lastSale: number | null): Request {
  const kind = kindOf(nth);
  if (kind === 'email') return { path: '/api/emails/send-supplier', body: emailTo(suppliers[0] ?? 0) };
  if (kind === 'sale') return { path: '/api/sales', body: saleOf(products, nth) };
  if (kind === 'supplier')
    return { path: '/api/suppliers', body: JSON.stringify({ name: `Tea Merchant no. ${nth}` }) };
  if (kind === 'pdf' && lastSale !== null) return { path: `/api/sales/${lastSale}/pdf` };
  return { path: reads[nth % reads.length] ?? reads[0] };
}

function emailTo(supplier: number): FormData {
  const form = new FormData();
  form.append('supplier_id', String(supplier));
  form.append('email', 'orders@tea.example');
  return form;
}

function saleOf(products: readonly number[], nth: number): string {
  const product_id = products[nth % products.length];
  return JSON.stringify({
    client_id: randomUUID(),
    channel: 'till',
    lines: [{ product_id, quantity: '1' }],
    expected_total: unitPrice,
    tenders: [{ method: 'credit_card', tendered: unitPrice }],
  });
}
