import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AnyCall } from '#domain/kernel/call';
import { type AnyListing, maxPageSize } from '#domain/kernel/list-query';
import { demoDay } from '../support/demo-template';
import { everyRoute } from '../support/every-route';
import { type Caller, startTestApp, type TestApp } from '../support/test-app';

type ListCall = AnyCall & { readonly listing: AnyListing };
type Row = Readonly<Record<string, unknown>>;

let app: TestApp;
let admin: Caller;
beforeAll(async () => {
  app = await startTestApp({ data: 'demo', clock: () => demoDay });
  admin = await app.as('admin');
}, 600_000);
afterAll(() => app.close());

/** The choices of a filter, one or several at a time; undefined if it takes ids, codes or words. */
function optionsOf(filter: AnyListing['filters'][string]): readonly string[] | undefined {
  if ('options' in filter) return filter.options as string[];
  const [, listed] =
    /^One or more, separated by commas: (.+)\.$/.exec(filter.meta()?.description ?? '') ?? [];
  return listed?.split(', ');
}

const filters = everyRoute.flatMap(({ call }) => {
  const list = call as ListCall;
  return Object.entries(list.listing?.filters ?? {}).flatMap(([name, filter]) => {
    const options = optionsOf(filter);
    if (!options || options.includes('yes') || list.path.includes('{') || name === 'period') return [];
    return [{ list, name, options }];
  });
});

/** What a list shows of a row, where it is not the field itself. Nothing is to be paid on a cancelled order (P6). */
const shown: Readonly<Record<string, (row: Row) => unknown>> = {
  '/customers status': row => (row.erased_at ? 'erased' : row.merged_into ? 'merged' : row.status),
  '/purchases paid_status': row => (row.status === 'cancelled' ? null : row.paid_status),
};

const ask = async (list: ListCall, query: Record<string, string>) => {
  const { status, reply } = await admin.call(list, { query: { per_page: String(maxPageSize), ...query } });
  expect(status).toBe(200);
  return reply as { data: Row[]; total: number };
};

test('a filter of a status finds the rows that show it, and no others', async () => {
  const checked: string[] = [];
  const wrong: string[] = [];
  for (const { list, name, options } of filters) {
    const filter = `${list.path} ${name}`;
    const valueOf = shown[filter] ?? ((row: Row) => row[name]);
    const all = await ask(list, {});
    if (!all.data.some(row => name in row)) continue;
    checked.push(filter);
    for (const option of options) {
      const found = await ask(list, { [name]: option });
      const others = found.data.filter(row => valueOf(row) !== option);
      const expected = all.data.filter(row => valueOf(row) === option).length;
      if (others.length > 0) wrong.push(`${filter}=${option} finds ${JSON.stringify(others[0])}`);
      // What a list hides by default, such as archived products, is found only when it is asked for.
      if (found.total < expected) wrong.push(`${filter}=${option} finds ${found.total} of ${expected}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(checked).toEqual(
    expect.arrayContaining([
      '/sales payment_state',
      '/sales status',
      '/purchases status',
      '/purchases paid_status',
      '/quotes state',
      '/expenses status',
      '/reports/payment-transactions status',
      '/reports/payment-transactions method',
      '/till-sessions status',
    ]),
  );
});
