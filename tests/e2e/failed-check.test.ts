import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { checkBooksHandler } from '../../server/features/books';
import { allInvariants } from '../../server/invariants';
import { seriousProblems } from '../support/accessible';
import { useShop } from '../support/browser';
import { someProduct } from '../support/products';
import { screenshot } from '../support/till-keyboard';
import { settled } from '../support/settled';

const shop = useShop();

test('R34 a failed check of the books is shown above every page to those who may open the books, until one passes', async () => {
  const product = await someProduct(shop().db);
  const setStock = (pieces: number) =>
    sql`update stock_pools set quantity = ${pieces}, value_pence = ${pieces * 100} where product_id = ${product}`.execute(
      shop().db,
    );
  const check = checkBooksHandler(
    { db: shop().runtimeDb, clock: () => new Date(), log: { error: () => {} } },
    allInvariants,
  );
  await setStock(3);
  const keeper = await shop().openAs(['view_ledger', 'view_supplier'], '/suppliers');
  const clerk = await shop().openAs(['view_supplier'], '/suppliers');
  const bell = keeper.getByRole('button', { name: /^Notifications/ });
  await bell.waitFor();
  await settled(keeper);
  const notice = keeper.getByRole('alert').filter({ hasText: 'A check of the books failed' });
  expect(await notice.count()).toBe(0);

  // The check runs on the server, without any action on this page.
  await check.run({});
  await notice.waitFor();
  await keeper.getByRole('button', { name: 'Notifications, 1 unread', exact: true }).waitFor();
  await screenshot(keeper, 'failed-check');
  expect(await seriousProblems(keeper)).toEqual([]);
  await clerk.reload();
  await clerk.getByRole('button', { name: /^Notifications/ }).waitFor();
  await clerk.getByRole('heading', { name: 'Suppliers', level: 1 }).waitFor();
  await settled(clerk);
  expect(await clerk.getByRole('alert').count()).toBe(0);

  await notice.getByRole('link', { name: 'View the failed checks' }).click();
  await keeper.waitForURL('**/books');
  await keeper.getByRole('heading', { name: /of \d+ checks failed/ }).waitFor();
  await notice.waitFor();
  await setStock(0);
  await keeper.getByRole('button', { name: 'Check now' }).click();
  await keeper.getByRole('heading', { name: 'All checks passed' }).waitFor();
  await notice.waitFor({ state: 'detached' });
});
