import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import { imports } from '#domain/imports/import.contract';
import { verifyChain } from '../../kernel/audit';
import { checkTable, commitTable, settled, uploadTable } from '../../../tests/support/imports';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let shop: TestApp;
let clerk: Caller;
beforeAll(async () => {
  shop = await startTestApp({ jobs: true });
  clerk = await shop.as('create_supplier', 'edit_supplier', 'view_supplier');
});
afterAll(() => shop.close());

const rows = 50_000;

/** What is really held: the heap after everything that nobody refers to is gone. */
function heldBytes(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}
const address = 'Unit 4, The Old Brewery, 17 Long Street, Little Marlow, Buckinghamshire';

test('50,000 rows are read, tried out and imported within a minute, without holding the file in memory', async () => {
  const lines = ['Name,Email,Phone,Address'];
  for (let n = 0; n < rows; n++)
    lines.push(`Supplier number ${n},sales${n}@firm${n}.example,020 7946 ${n},"${address} ${n}"`);
  const content = lines.join('\n');
  lines.length = 0;
  const before = heldBytes();
  let mostHeld = 0;
  const watch = setInterval(() => {
    mostHeld = Math.max(mostHeld, heldBytes() - before);
  }, 500);
  const started = Date.now();
  const read = await uploadTable(clerk, 'suppliers', { name: 'many.csv', content });
  const readAt = Date.now();
  const checked = await checkTable(clerk, read);
  const checkedAt = Date.now();
  expect(checked.counts).toMatchObject({ new: rows, rejected: 0 });
  const done = await commitTable(clerk, read.id);
  const doneAt = Date.now();
  clearInterval(watch);
  expect(done).toMatchObject({ state: 'done', progress: rows });
  const times = `read ${readAt - started} ms, checked ${checkedAt - readAt} ms, imported ${doneAt - checkedAt} ms`;
  expect(doneAt - started, times).toBeLessThan(60_000);
  expect(mostHeld, 'bytes held').toBeLessThan(30 * 2 ** 20);
  expect(await verifyChain(shop.db)).toMatchObject({ intact: true });
  await clerk.call(imports.undo, { params: { id: read.id } });
  expect((await settled(clerk, read.id)).state).toBe('undone');
  const { rows: left } = await sql<{ count: number }>`select count(*) as count from suppliers`.execute(
    shop.db,
  );
  expect(left[0]?.count).toBe(0);
}, 120_000);
