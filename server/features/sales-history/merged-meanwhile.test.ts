import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customers } from '#domain/customers/customer.contract';
import { imports } from '#domain/imports/import.contract';
import { breachesOf } from '../../../tests/support/books';
import { holdTransaction, untilWaitingForLock } from '../../../tests/support/held-transaction';
import { historyDesk, type HistoryLine } from '../../../tests/support/histories';
import { settled } from '../../../tests/support/imports';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
let clerk: Caller;
beforeAll(async () => {
  app = await startTestApp({ jobs: true });
  clerk = await app.as('admin');
});
afterAll(() => app.close());

const { checked, imported } = historyDesk(() => clerk);
const onAccount = { paid_by: 'account', prices: 'inclusive' } as const;

test('W9 a history posts to the remaining customer when one is merged while a batch waits', async () => {
  const sold: HistoryLine[] = [
    ['690001', 'M-1', 'CUP', '4', '2011-03-01 09:00', '1.20', '971'],
    ['690002', 'M-1', 'CUP', '1', '2011-03-01 10:00', '1.20', '972'],
  ];
  await imported(sold, { prices: 'inclusive' });
  const trial = await checked(
    [
      ...sold,
      ['C690003', 'M-1', 'CUP', '-1', '2011-03-02 09:00', '1.20', '971'],
      ['690004', 'M-1', 'CUP', '2', '2011-03-03 09:00', '1.20', '972'],
    ],
    onAccount,
  );
  expect(trial.counts).toMatchObject({ new: 2, unchanged: 2, rejected: 0 });
  const idOf = async (name: string) =>
    (await sql<{ id: number }>`select id from customers where name = ${name}`.execute(app.db)).rows[0]?.id ??
    0;
  const [kept, other] = [await idOf('Customer 971'), await idOf('Customer 972')];
  // The original of the return, for which the batch waits.
  const release = await holdTransaction(
    app.db,
    sql`select from sales where customer_reference = '690001' for update`,
  );
  await clerk.call(imports.commit, { params: { id: trial.id }, body: {} });
  await untilWaitingForLock(app.db, { of: 'from sales where id = any' });
  expect(
    (await clerk.call(customers.merge, { params: { id: kept }, body: { other_id: other } })).status,
  ).toBe(200);
  await release();
  expect(await settled(clerk, trial.id)).toMatchObject({ state: 'done', problem: null });
  const { rows } = await sql`
    select i.customer_id as id, i.amount_pence as amount from party_items i
    where i.document_type = 'sale' and i.kind = 'invoice' and i.customer_id in (${kept}, ${other})
      and i.document_id in (select id from sales where customer_reference = '690004')`.execute(app.db);
  expect(rows).toEqual([{ id: kept, amount: 240 }]);
  expect(await breachesOf(app.db)).toEqual([]);
});
