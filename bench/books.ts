import pg from 'pg';
import { londonDate } from '#domain/kernel/dates';
import { toPence } from '#domain/kernel/money';
import { asActor } from '../server/kernel/audit';
import { allInvariants } from '../server/invariants';
import { credit, debit, postJournal } from '../server/kernel/ledger';
import { runCheck } from '../server/kernel/verifier';
import { type Connection, openDatabase, openPool } from '../server/platform/database/open-database';
import { anonymousActor } from '../server/platform/http/context';
import { load, median } from './load';
import { report, reportP95 } from './report';

type Product = { readonly address: string; readonly token: string };

/** How long all checks of the books take (s), and whether they pass. */
export async function measureVerifier(connection: Connection): Promise<void> {
  const db = openDatabase(openPool(connection, 2));
  try {
    const from = performance.now();
    const check = await runCheck(db, allInvariants, () => new Date(), null);
    const value = (performance.now() - from) / 1000;
    const broken = check.results.flatMap(({ id, breaches }) => breaches.map(({ what }) => `${id}: ${what}`));
    if (broken.length > 0) throw new Error(`The bench's books do not hold: ${broken.slice(0, 3).join('; ')}`);
    report({
      name: 'checks of the books',
      figure: 'all of them, over everything',
      unit: 's',
      value,
      target: 'at most 60',
      met: value <= 60,
    });
  } finally {
    await db.destroy();
  }
}

/** The search of a till or form: by part of the name, by SKU, by barcode. */
export async function measureProductSearch({ address, token }: Product, seconds: number): Promise<void> {
  for (const [what, text] of [
    ['part of a name', 'c4ca'],
    ['a SKU', 'SKU-1234'],
    ['a barcode', '5000000001234'],
  ] as const) {
    const { p95 } = await load(
      { address, path: `/api/products/search?text=${encodeURIComponent(text)}`, token },
      4,
      seconds,
    );
    report({
      name: `product search by ${what}`,
      figure: 'p95, 4 connections',
      unit: 'ms',
      value: p95,
      target: 'at most 30',
      met: p95 <= 30,
    });
  }
}

/** Reports over all data, requested by one user: stock value on a past day, and what to order. */
export async function measureReports(product: Product): Promise<void> {
  const day = 'as_at=2025-06-30';
  for (const [name, path, max] of [
    ['stock valuation as at a past day', `/api/stock/valuation?${day}`, 1],
    ['its total', `/api/stock/valuation/totals?${day}`, 1],
    ['balance sheet as at a past day', '/api/reports/balance-sheet?as_at=2026-06-30', 1],
    ['aged debtors as at a past day', '/api/aged-debtors?as_at=2026-06-30', 1],
    ['their totals', '/api/aged-debtors/totals?as_at=2026-06-30', 1],
    // For every product, with three orders in five still open: more than any company has.
    ['reorder suggestions', '/api/stock/reorder?show=all', 3],
  ] as const) {
    const value = await slowestOfFive(product, path);
    report({
      name,
      figure: 'slowest of five',
      unit: 's',
      value,
      target: `at most ${max}`,
      met: value <= max,
    });
  }
}

/** The time to the last byte of one reply (s): endless if the product stopped it, and any other refusal is an error. */
export async function secondsToAnswer({ address, token }: Product, path: string): Promise<number> {
  const from = performance.now();
  const answer = await fetch(address + path, { headers: { authorization: `Bearer ${token}` } });
  if (answer.status === 503) return Number.POSITIVE_INFINITY;
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  await answer.arrayBuffer();
  return (performance.now() - from) / 1000;
}

/** The longest of five (s). One that was stopped is not asked for again, because it would be stopped each time. */
async function slowestOfFive(product: Product, path: string): Promise<number> {
  let slowest = 0;
  for (let round = 0; round < 5 && slowest !== Number.POSITIVE_INFINITY; round++)
    slowest = Math.max(slowest, await secondsToAnswer(product, path));
  return slowest;
}

/** Reports of a month, of a year and of all time, requested by one user. */
export async function measureSalesReports(product: Product): Promise<void> {
  for (const [words, query, max] of [
    ['last month', 'period=last_month', 0.5],
    ['last year', 'period=last_year', 1],
    ['all time', 'from=2000-01-01&to=2040-12-31', 3],
  ] as const)
    for (const path of [
      '/api/reports/sales-summary',
      '/api/reports/profit-loss',
      '/api/reports/profit-loss?basis=cash',
      '/api/reports/cash-basis',
      '/api/reports/product-margins',
      '/api/reports/product-margins/totals',
      '/api/reports/documents/totals',
      '/api/reports/payment-transactions',
      '/api/reports/payment-transactions/totals',
      '/api/reports/business-dashboard',
      '/api/day-book',
      '/api/day-book/totals',
    ]) {
      const value = await slowestOfFive(product, `${path}${path.includes('?') ? '&' : '?'}${query}`);
      report({
        name: `${path}, ${words}`,
        figure: 'slowest of five',
        unit: 's',
        value,
        target: `at most ${max}`,
        met: value <= max,
      });
    }
}

/** Orders of twenty lines, each received at once and billed, so that there are creditors to list. */
export async function measureReceiving({ address, token }: Product, orders: number): Promise<void> {
  const ask = async (path: string, body: object): Promise<{ id: number; lines: { id: number }[] }> => {
    const answer = await fetch(address + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as { id: number; lines: { id: number }[] };
  };
  const times: number[] = [];
  for (let order = 0; order < orders; order++) {
    const lines = Array.from({ length: 20 }, (_, line) => ({
      product_id: 1 + ((order * 977 + line * 31) % 2000),
      quantity: '3',
      unit_price: '1.25',
    }));
    const { id, lines: ordered } = await ask('/api/purchases', { supplier_id: 1 + 11 * order, lines });
    await ask(`/api/purchases/${id}/mark-sent`, {});
    const from = performance.now();
    await ask(`/api/purchases/${id}/receive`, {});
    times.push(performance.now() - from);
    await ask(`/api/purchases/${id}/bills`, {
      supplier_bill_number: `B-${id}`,
      bill_date: londonDate(new Date()),
      lines: ordered.map(line => ({ line_id: line.id, quantity: '3' })),
    });
  }
  reportP95('receiving an order of 20 lines', times, { max: 150 });
}

const writers = 8;

/** Journals posted a second by eight writers, compared with the same bare statements. */
export async function measurePosting(connection: Connection, seconds: number): Promise<void> {
  const db = openDatabase(openPool(connection, writers));
  const raw = new pg.Pool({ ...connection, max: writers });
  const today = londonDate(new Date());
  const actor = { ...anonymousActor, id: 1 };
  const lines = [debit('1020', toPence(100)), credit('3000', toPence(100))];
  const ours = () =>
    db.transaction().execute(tx =>
      asActor(tx, actor, new Date(), ctx =>
        postJournal(ctx, {
          businessDate: today,
          kind: 'manual',
          narrative: 'Bench',
          document: { type: 'bench', id: 1, number: null },
          lines,
        }),
      ),
    );
  const theirs = async () => {
    const client = await raw.connect();
    try {
      await client.query('begin');
      const { rows } = await client.query<{ id: string }>(
        `insert into journals (business_date, kind, narrative, document_type, document_id, posted_by, posted_at)
         values ($1, 'manual', 'Bench', 'bench', 1, 1, now()) returning id`,
        [today],
      );
      await client.query(
        `insert into journal_lines (journal_id, business_date, line_number, account_code, debit_pence, credit_pence)
         values ($1, $2, 1, '1020', 100, 0), ($1, $2, 2, '3000', 0, 100)`,
        [rows[0]?.id, today],
      );
      await client.query('commit');
    } finally {
      client.release();
    }
  };
  try {
    const [product, bare]: [number[], number[]] = [[], []];
    for (let round = 0; round < 3; round++) {
      product.push(await perSecond(ours, seconds));
      bare.push(await perSecond(theirs, seconds));
    }
    const [value, limit] = [median(product), median(bare)];
    report({
      name: 'posting a journal',
      figure: 'throughput, 8 writers',
      unit: 'journals/s',
      value,
      limit,
      target: 'at least 0.5 of the limit',
      met: value >= 0.5 * limit,
    });
  } finally {
    await db.destroy();
    await raw.end();
  }
}

async function perSecond(work: () => Promise<unknown>, seconds: number): Promise<number> {
  const until = performance.now() + seconds * 1000;
  let done = 0;
  await Promise.all(
    Array.from({ length: writers }, async () => {
      while (performance.now() < until) {
        await work();
        done++;
      }
    }),
  );
  return done / seconds;
}
