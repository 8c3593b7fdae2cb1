import { afterAll, beforeAll, expect, test } from 'vitest';
import { customers } from '#domain/customers/customer.contract';
import { employees } from '#domain/employees/employee.contract';
import { journals } from '#domain/journals/journal.contract';
import { ledgerLines } from '#domain/journals/ledger-line.contract';
import { londonDate } from '#domain/kernel/dates';
import { asFilterWord } from '#domain/kernel/list-query';
import { dayBook } from '#domain/reports/day-book.contract';
import { type Caller, startTestApp, type TestApp } from '../support/test-app';

let app: TestApp;
let admin: Caller;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.as('admin');
});
afterAll(() => app.close());

test('accounts of journals, ledger lines and their totals; the balance runs for one only', async () => {
  const post = (debit: string, credit: string, amount: string, business_date: string) =>
    admin.call(journals.create, {
      body: {
        business_date,
        narrative: `From ${credit} to ${debit}`,
        lines: [
          { account: debit, debit: amount },
          { account: credit, credit: amount },
        ],
      },
    });
  const day = londonDate(new Date());
  for (const [debit, credit, amount] of [
    ['1020', '3000', '500.00'],
    ['1025', '3100', '70.00'],
    ['1010', '1020', '30.00'],
  ] as const) {
    const { status, refusal } = await post(debit, credit, amount, day);
    expect(status, JSON.stringify(refusal)).toBe(200);
  }
  const lines = async (account: string) =>
    (await admin.call(ledgerLines.list, { query: { account, sort_order: 'asc' } })).reply.data.map(
      ({ account: { code }, debit, credit, balance }) => [code, debit, credit, balance],
    );
  expect(await lines('1020')).toEqual([
    ['1020', 50_000, 0, 50_000],
    ['1020', 0, 3_000, 47_000],
  ]);
  expect(await lines('1025,1020')).toEqual([
    ['1020', 50_000, 0, null],
    ['1025', 7_000, 0, null],
    ['1020', 0, 3_000, null],
  ]);
  const total = async (query: Record<string, string>) =>
    (await admin.call(ledgerLines.totals, { query })).reply;
  expect(await total({ account: '1025,1020' })).toEqual({ debit: 57_000, credit: 3_000 });
  expect(await total({ account: '1010,1020', part: 'cash' })).toEqual({ debit: 3_000, credit: 0 });
  expect(await total({ account: '1020', period: 'today' })).toEqual({ debit: 50_000, credit: 3_000 });
  expect(await total({ account: '1020', period: 'yesterday' })).toEqual({ debit: 0, credit: 0 });
  expect(await total({ account: '1020', period: 'yesterday', from: day })).toEqual({
    debit: 50_000,
    credit: 3_000,
  });
  const count = async (call: typeof journals.list | typeof dayBook.list, account: string) =>
    (await admin.call(call, { query: { account } })).reply.total;
  expect(await count(journals.list, '3000')).toBe(1);
  expect(await count(journals.list, '3000,3100')).toBe(2);
  // The day book shows whole journals, by line.
  expect(await count(dayBook.list, '3000,3100')).toBe(4);
  const { refusal } = await admin.call(journals.list, { query: { account: '3000,none' } });
  expect(refusal?.errors).toEqual({
    account: ['Enter the codes of at most 100 accounts, separated by commas.'],
  });
});

test('departments and tags, of which one may have a comma in its name', async () => {
  const body = { started_on: '2026-01-05' as const };
  for (const [name, department] of [
    ['Ann', 'Shop'],
    ['Ben', 'Sales, North 100%'],
    ['Cal', 'Yard'],
  ] as const)
    expect((await admin.call(employees.create, { body: { ...body, name, department } })).status).toBe(200);
  const found = async (department: string) =>
    (await admin.call(employees.list, { query: { department, sort_by: 'name' } })).reply.data.map(
      ({ name }) => name,
    );
  expect(asFilterWord('Sales, North 100%')).toBe('Sales%2C North 100%25');
  expect(await found('Shop')).toEqual(['Ann']);
  expect(await found(`Yard,${asFilterWord('Sales, North 100%')}`)).toEqual(['Ben', 'Cal']);
  for (const [name, tags] of [
    ['Quay', ['trade', 'late']],
    ['Pier', ['vip']],
    ['Mole', ['school']],
  ] as const)
    await admin.call(customers.create, { body: { kind: 'company', name, tags: [...tags] } });
  const tagged = await admin.call(customers.list, { query: { tag: 'vip,Trade', sort_by: 'name' } });
  expect(tagged.reply.data.map(({ name }) => name)).toEqual(['Pier', 'Quay']);
});
