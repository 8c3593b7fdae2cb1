import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountChart, accounts, openingBalances } from '#domain/accounts/account.contract';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
let admin: Caller;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.as('admin');
  const sent = [
    await admin.call(accounts.create, { body: { code: '6350', name: 'Trade fairs', kind: 'expense' } }),
    await admin.call(accounts.update, {
      params: { code: 6350 },
      body: { name: 'Trade fairs', status: 'inactive' },
    }),
    // The other side is on suspense.
    await admin.call(openingBalances.addAccount, {
      body: { account: '1020', side: 'debit', amount: '500.00' },
    }),
  ];
  expect(sent.map(({ status }) => status)).toEqual([200, 200, 200]);
});
afterAll(() => app.close());

const chart = async (query: Record<string, string>) =>
  (await admin.call(accountChart.list, { query: { per_page: '1000', ...query } })).reply.data;
const codes = async (query: Record<string, string>) => (await chart(query)).map(({ code }) => code);

test('L3 audit 14, item 14: the chart of accounts is searched, filtered, sorted and paged', async () => {
  const { data } = (await admin.call(accounts.list)).reply;
  const { reply } = await admin.call(accountChart.list);
  expect(reply).toMatchObject({ total: data.length, current_page: 1 });
  expect(reply.data).toEqual(data.slice(0, 10));

  for (const search of ['635', 'TRADE F', '6350 trade']) expect(await codes({ search })).toEqual(['6350']);
  expect(await codes({ search: '%' })).toEqual([]);
  expect(await codes({ status: 'inactive' })).toEqual(['6350']);
  expect(await codes({ managed_by: 'you' })).toEqual(['6350']);
  expect(await chart({ managed_by: 'counterfoil' })).toHaveLength(data.length - 1);
  expect(await codes({ kind: 'asset,income' })).toEqual(
    data.filter(({ kind }) => kind === 'asset' || kind === 'income').map(({ code }) => code),
  );

  expect((await chart({ sort_by: 'balance', sort_order: 'desc' }))[0]).toMatchObject({
    code: '1020',
    balance: 50_000,
  });
  expect((await chart({ sort_by: 'balance', sort_order: 'asc' }))[0]).toMatchObject({
    code: '3900',
    balance: -50_000,
  });
  // Those with the same balance by code.
  expect((await codes({ sort_by: 'balance', sort_order: 'asc' })).slice(1, -1)).toEqual(
    data.map(({ code }) => code).filter(code => code !== '1020' && code !== '3900'),
  );
  expect((await codes({ sort_by: 'code', sort_order: 'desc' })).toReversed()).toEqual(
    data.map(({ code }) => code),
  );
  const names = (await chart({ sort_by: 'name' })).map(({ name }) => name);
  expect(names.indexOf('Bank')).toBeLessThan(names.indexOf('Trade fairs'));
});

test('R9 audit 14, item 14: the total of the chart is that of the filter, and zero for all; the filtered rows are exported', async () => {
  const total = async (query: Record<string, string>) =>
    (await admin.call(accountChart.totals, { query })).reply.balance;
  expect(await total({})).toBe(0);
  expect(await total({ kind: 'asset' })).toBe(50_000);
  expect(await total({ search: 'suspense' })).toBe(-50_000);
  expect(await total({ search: 'no such account' })).toBe(0);
  const { raw, headers } = await admin.call(accountChart.export, {
    query: { kind: 'asset,equity', sort_by: 'balance', sort_order: 'desc' },
  });
  expect(headers['content-disposition']).toContain('accounts.csv');
  const lines = raw.toString('utf8').trim().split('\r\n');
  expect(lines[0]).toMatch(/Code,Name,Kind,Managed by,Status,Debit,Credit$/);
  expect(lines[1]).toBe('1020,Bank,Asset,Counterfoil,active,500.00,0.00');
  expect(lines.at(-1)).toMatch(/^3900,.*,0\.00,500\.00$/);
});
