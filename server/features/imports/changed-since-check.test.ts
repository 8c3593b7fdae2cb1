import { afterAll, beforeAll, expect, test } from 'vitest';
import { suppliers } from '#domain/suppliers/supplier.contract';
import { checkTable, commitTable, uploadTable } from '../../../tests/support/imports';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let shop: TestApp;
let clerk: Caller & { userId: number };
beforeAll(async () => {
  shop = await startTestApp({ jobs: true });
  clerk = await shop.as('create_supplier', 'edit_supplier', 'view_supplier');
});
afterAll(() => shop.close());

const countOf = async (search: string) =>
  (await clerk.call(suppliers.list, { query: { search } })).reply.total;

test.each([
  ['edits', 'Changed 1', 'changed'],
  ['adds', 'Added 1', 'new'],
  ['empties', 'Same 1', 'unchanged'],
] as const)(
  'R15 someone %s a record of the file after its check: nothing is overwritten, and a second check shows it',
  async (_, name, outcome) => {
    if (outcome !== 'new')
      await clerk.call(suppliers.create, { body: { name, phone: outcome === 'changed' ? '1' : '2' } });
    const read = await uploadTable(clerk, 'suppliers', {
      name: 'between.csv',
      content: `Name,Telephone\nBetween ${outcome},9\n${name},2`,
    });
    expect((await checkTable(clerk, read)).counts[outcome]).toBe(outcome === 'new' ? 2 : 1);
    const find = async () =>
      (await clerk.call(suppliers.list, { query: { search: name } })).reply.data.find(
        row => row.name === name,
      );
    const there = await find();
    if (there)
      await clerk.call(suppliers.update, {
        params: { id: there.id },
        body: { name, phone: '7', version: there.version },
      });
    else await clerk.call(suppliers.create, { body: { name, phone: '7' } });
    const stopped = await commitTable(clerk, read.id);
    expect(stopped).toMatchObject({
      state: 'checked',
      problem: expect.stringContaining(
        'Records have been changed since the check. Row 3 would now be imported differently from what it showed.',
      ),
    });
    expect((await find())?.phone).toBe('7');
    expect(await countOf(`between ${outcome}`)).toBe(0);
    expect((await checkTable(clerk, read)).counts).toMatchObject({ new: 1, changed: 1 });
    expect((await commitTable(clerk, read.id)).state).toBe('done');
    expect((await find())?.phone).toBe('2');
  },
);
