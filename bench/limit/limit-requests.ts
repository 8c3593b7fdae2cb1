import { createHash } from 'node:crypto';
import { textOf } from './statements';

/** A request as it is also sent to the product. */
export type LimitRequest = {
  readonly method: string;
  readonly address: string;
  /** The body of a write, as sent. */
  readonly body?: string;
};

/** What the limit knows without asking: the day and the time, and the user, for it has no sign-in. */
export type Facts = {
  /** The London day. */
  readonly today: string;
  readonly now: Date;
  readonly user: { readonly id: number; readonly name: string };
  readonly requestId: string;
  readonly clientAddress: string;
};

/** One statement for one request. */
export type LimitStatement = {
  readonly file: string;
  readonly text: string;
  readonly values: readonly unknown[];
  /**
   * Whether one plan serves all values. If so it is made once for each connection, because planning costs more than the
   * page; a report reads so many rows that a plan for its days costs less.
   */
  readonly keepsPlan: boolean;
};

const pageSize = 10;

/** The LIKE pattern for what contains a text. */
const containing = (text: string) => `%${escaped(text)}%`;
const escaped = (text: string) => text.toLowerCase().replaceAll(/[\\%_]/g, '\\$&');

type Chosen = Omit<LimitStatement, 'text'>;
const list = (file: string, ...values: readonly unknown[]): Chosen => ({ file, values, keepsPlan: true });
const report = (file: string, ...values: readonly unknown[]): Chosen => ({ file, values, keepsPlan: false });

const reads: Readonly<Record<string, (query: URLSearchParams, facts: Facts) => Chosen>> = {
  '/api/products': (query, { today }) =>
    query.has('search')
      ? list('reads/products-by-name', containing(query.get('search') ?? ''), today)
      : list('reads/products-deep-page', (Number(query.get('page') ?? 1) - 1) * pageSize, today),
  '/api/sales': (_, { today }) => list('reads/invoices', today),
  '/api/customers': (_, { today }) => list('reads/customers', today),
  '/api/ledger-lines': () => list('reads/ledger-lines'),
  '/api/stock/movements': () => list('reads/stock-movements'),
  '/api/search': query => {
    const text = query.get('text') ?? '';
    return list('reads/global-search', text, containing(text), `${escaped(text)}%`);
  },
  '/api/reports/sales-summary': query => report('reads/sales-of-a-year', query.get('from'), query.get('to')),
  '/api/aged-debtors': (query, { today }) => report('reads/aged-debtors', query.get('as_at') ?? today),
  '/api/stock/valuation': (query, { today }) => report('reads/stock-valuation', query.get('as_at') ?? today),
};

type Sale = { client_id: string; lines: { product_id: number; quantity: string }[] };
type Bill = { supplier_bill_number: string };
type Payment = { amount: string; allocations: { purchase_order_id: number }[] };
type Adjustment = { lines: { product_id: number; quantity: string }[] };

/** Who and when, in the order in which every write takes them. */
const stampsOf = ({ today, now, user, clientAddress, requestId }: Facts) => [
  today,
  now,
  user.id,
  user.name,
  clientAddress,
  requestId,
];

function writeOf(path: string, sent: string, facts: Facts): Chosen | undefined {
  const body: unknown = JSON.parse(sent);
  const stamps = stampsOf(facts);
  if (path === '/api/sales') {
    const { client_id, lines } = body as Sale;
    const hash = createHash('sha256').update(sent).digest('base64url');
    const [products, quantities] = [lines.map(line => line.product_id), lines.map(line => line.quantity)];
    return list('writes/sale', client_id, hash, products, quantities, ...stamps);
  }
  if (path === '/api/payments') {
    const { amount, allocations } = body as Payment;
    const pence = Math.round(Number(amount) * 100);
    return list('writes/payment', allocations[0]?.purchase_order_id, pence, ...stamps);
  }
  if (path === '/api/stock/adjustments') {
    const { lines } = body as Adjustment;
    const taken = lines.map(({ quantity }) => quantity.replace('-', ''));
    return list(
      'writes/adjustment',
      lines.map(line => line.product_id),
      taken,
      ...stamps,
    );
  }
  const [, order, action] = /^\/api\/purchases\/(\d+)\/(receive|bills)$/.exec(path) ?? [];
  if (action === 'receive') return list('writes/receipt', order, ...stamps);
  return action === 'bills'
    ? list('writes/bill', order, (body as Bill).supplier_bill_number, ...stamps)
    : undefined;
}

/** The statement that answers a request. Throws for one that has no limit. */
export function statementFor({ method, address, body }: LimitRequest, facts: Facts): LimitStatement {
  const url = new URL(address, 'http://limit');
  const found =
    method === 'GET'
      ? reads[url.pathname]?.(url.searchParams, facts)
      : writeOf(url.pathname, body ?? '', facts);
  if (!found) throw new Error(`${method} ${url.pathname} has no limit`);
  return { ...found, text: textOf(found.file) };
}
