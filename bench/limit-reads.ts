import { isDeepStrictEqual } from 'node:util';
import type { Size } from './fill';
import { inTurn, type Rivals } from './in-turn';
import { loadTimes } from './load';
import type { ServerProcess } from './server-process';
import type { Sent } from '../tests/support/watch-round-trips';
import { readBudgets, reportAgainstLimit } from './speed-budget';

type Question = { readonly path: string; readonly atOnce: number; readonly kind: 'list' | 'report' };
type Questions = Readonly<Record<keyof typeof readBudgets, Question>>;

/** Lists are asked for by sixteen users at once, reports over all data by four. */
const list = (path: string): Question => ({ path, atOnce: 16, kind: 'list' });
const report = (path: string): Question => ({ path, atOnce: 4, kind: 'report' });

/**
 * The ten reads that cost the database most or are asked for most: a search with a fifth of the products for its result,
 * a page at three tenths of the list, the longest tables, and reports over all data.
 */
function questionsFor({ products }: Size, today: Date): Questions {
  const year = today.getUTCFullYear() - 1;
  const monthAgo = new Date(today.getTime() - 30 * 24 * 3600_000).toISOString().slice(0, 10);
  return {
    'products by name': list('/api/products?search=mug'),
    'a deep page of products': list(`/api/products?page=${Math.round((products * 3) / 100)}`),
    invoices: list('/api/sales'),
    customers: list('/api/customers'),
    'ledger lines': list('/api/ledger-lines'),
    'stock movements': list('/api/stock/movements'),
    'search over everything': list('/api/search?text=c4ca'),
    'sales of a year': report(`/api/reports/sales-summary?from=${year}-01-01&to=${year}-12-31`),
    'aged debtors': report('/api/aged-debtors'),
    'stock valuation': report(`/api/stock/valuation?as_at=${monthAgo}`),
  };
}

type Setting = {
  readonly token: string;
  readonly rounds: number;
  /** How often each is asked for in a round. */
  readonly amounts: Readonly<Record<Question['kind'], number>>;
  readonly size: Size;
};

/** Asks the product and its limit the same in turn. */
export async function compareReads(rivals: Rivals, { token, rounds, amounts, size }: Setting): Promise<void> {
  const questions = Object.entries(questionsFor(size, new Date())) as [keyof Questions, Question][];
  const sent = new Map<string, readonly Sent[]>();
  for (const [name, { path }] of questions) {
    await ensureSameAnswer(rivals, path, token);
    sent.set(name, await rivals.product.statementsOf(() => answerOf(rivals.product, path, token)));
  }
  await rivals.product.stopCounting();
  for (const [name, { path, atOnce, kind }] of questions) {
    const compared = await inTurn(rivals, rounds, (_, { address }) =>
      loadTimes({ address, path, token }, atOnce, amounts[kind]),
    );
    reportAgainstLimit(name, readBudgets[name], {
      ...compared,
      sent: sent.get(name) ?? [],
    });
  }
}

/** Fails unless both give the same answer, field by field, and it is not empty. */
async function ensureSameAnswer({ product, limit }: Rivals, path: string, token: string): Promise<void> {
  const [ours, theirs] = [await answerOf(product, path, token), await answerOf(limit, path, token)];
  const rows = ours.data ?? ours.rows ?? [];
  if (!isDeepStrictEqual(ours, theirs) || rows.length === 0)
    throw new Error(`${path} and its limit do not answer the same, or nothing at all`);
}

async function answerOf({ address }: ServerProcess, path: string, token: string) {
  const answer = await fetch(address + path, { headers: { authorization: `Bearer ${token}` } });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as { readonly data?: unknown[]; readonly rows?: unknown[] };
}
