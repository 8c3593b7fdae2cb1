import { expect, test } from 'vitest';
import { toPence } from '#domain/kernel/money';
import { credit, debit, postRequiredJournal } from '../../server/kernel/ledger';
import { asBookkeeper } from '../support/books';
import { useShop } from '../support/browser';
import { goTo } from '../support/page-permissions';

const shop = useShop();
const day = '2026-03-02';

test('A14 profit and loss and business dashboard name the revenue that no sale posted, and link to its entries', async () => {
  await asBookkeeper(shop().db, ctx =>
    postRequiredJournal(ctx, {
      businessDate: day,
      kind: 'manual',
      narrative: 'Sales of the fair, by hand',
      document: { type: 'manual_journal', id: 1, number: null },
      lines: [debit('1020', toPence(1_234_56)), credit('4000', toPence(1_234_56))],
    }),
  );
  const page = await shop().openAs(['admin'], `/reports/profit-loss?from=${day}&to=${day}`);
  await page
    .getByText('Revenue is £1,234.56 above net revenue in the Sales Summary, because entries other than')
    .waitFor();
  await page.getByRole('link', { name: 'View these entries' }).click();
  await page.getByRole('heading', { name: 'General Ledger', level: 1 }).waitFor();
  const line = page.getByRole('row').filter({ hasText: 'Sales of the fair, by hand' });
  await expect.poll(() => line.count()).toBe(1);

  await goTo(page, `/reports/business-dashboard?from=${day}&to=${day}`);
  const row = page.getByRole('row').filter({ hasText: 'Revenue from other entries' });
  await expect.poll(() => row.getByRole('cell').nth(1).textContent()).toContain('£1,234.56');
  // On the next day there is none to name.
  await goTo(page, '/reports/profit-loss?from=2026-03-03&to=2026-03-03');
  await page.getByRole('heading', { name: 'Statement' }).waitFor();
  expect(await page.getByText('above net revenue in the Sales Summary').count()).toBe(0);
});
