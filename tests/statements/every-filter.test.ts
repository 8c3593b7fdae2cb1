import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { saleExceptions } from '#domain/sales/sale-exceptions.contract';
import { fillPath, pathParamNames } from '#domain/kernel/call';
import { everyRoute } from '../support/every-route';
import { parametersOf, questionsFor } from '../support/query-answers';
import { startTestApp, type TestApp } from '../support/test-app';

let shop: TestApp;
beforeAll(async () => {
  shop = await startTestApp();
});
afterAll(() => shop.close());

const questions = everyRoute
  .map(({ call }) => call)
  .filter(
    ({ method, replyKind, access }) => method === 'GET' && replyKind !== 'stream' && access !== 'public',
  )
  .map(call => [call.path, call] as const);

test('F86 what a list can be asked is known: each of its filters, its orders, its search and its pages', () => {
  const names = new Set(questionsFor(saleExceptions.list).map(question => Object.keys(question)[0]));
  for (const name of ['state', 'kind', 'session_id', 'from', 'search', 'sort_by', 'sort_order', 'page'])
    expect(names).toContain(name);
  const silent = questions.filter(
    ([, call]) => parametersOf(call).length > 0 && questionsFor(call).length === 0,
  );
  expect(silent.map(([path]) => path)).toEqual([]);
});

describe('F86 the database accepts every filter and every sort order of every page', () => {
  test.each(questions)('GET %s', async (path, call) => {
    // A caller for each, because exports are limited per user.
    const { token } = await shop.as('admin');
    const url = `/api${fillPath(path, Object.fromEntries(pathParamNames(path).map(name => [name, 1])))}`;
    const failed: string[] = [];
    for (const query of [{}, ...questionsFor(call)]) {
      const { statusCode } = await shop.app.inject({
        method: 'GET',
        url,
        query,
        headers: { authorization: `Bearer ${token}` },
      });
      if (statusCode >= 500) failed.push(`${JSON.stringify(query)}: ${statusCode}`);
    }
    expect(failed).toEqual([]);
  });
});
