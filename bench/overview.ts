import { secondsToAnswer } from './books';
import { load } from './load';
import { report, reportP95 } from './report';
import { sellNext } from './sales';

type Product = { readonly address: string; readonly token: string };

/** What users look at all day, at the pace of a busy office: the dashboard, and the global search. */
export async function measureOverview({ address, token }: Product, seconds: number): Promise<void> {
  const pages: readonly (readonly [name: string, path: string, max: number])[] = [
    ['dashboard', '/api/dashboard', 200],
    ['search over everything, a part of a name', '/api/search?text=c4ca', 50],
    ['search over everything, a number', '/api/search?text=INV-1234', 50],
    ['search over everything, a barcode', '/api/search?text=5000000001234', 50],
  ];
  for (const [name, path, max] of pages) {
    const { p95 } = await load({ address, path, token }, 4, seconds);
    report({
      name,
      figure: 'p95, 4 connections',
      unit: 'ms',
      value: p95,
      target: `at most ${max}`,
      met: p95 <= max,
    });
  }
  await measureFirstLooks({ address, token });
}

/** Dashboard figures are cached until the next write; this is the first request after a sale. */
async function measureFirstLooks(product: Product): Promise<void> {
  const times: number[] = [];
  for (let look = 0; look < 40; look++) {
    await sellNext(product);
    times.push(1000 * (await secondsToAnswer(product, '/api/dashboard')));
  }
  reportP95('dashboard, right after a sale', times, { max: 200 });
}

const heavy = [
  '/api/reports/product-margins?period=last_year',
  '/api/reports/sales-summary?period=last_year',
  '/api/reports/profit-loss?period=last_year',
  '/api/reports/payment-transactions/totals?period=last_year',
  '/api/reports/documents/totals?period=last_year',
];

/** Five users request the report of a year repeatedly while a till sells. */
export async function measureSellingBesideReports(product: Product, sales: number): Promise<void> {
  const stopped = new AbortController();
  const readers = heavy.map(async path => {
    while (!stopped.signal.aborted) await secondsToAnswer(product, path);
  });
  const times: number[] = [];
  for (let sale = 0; sale < sales; sale++) {
    const from = performance.now();
    await sellNext(product);
    times.push(performance.now() - from);
  }
  stopped.abort();
  await Promise.all(readers);
  reportP95('completing a sale beside five heavy reports', times, { max: 300 });
}
