import { expect, test } from 'vitest';
import { toPence } from '#domain/kernel/money';
import { dayBook } from '#domain/reports/day-book.contract';
import { profitAndLosses } from '#domain/reports/profit-loss.contract';
import { truncationNote } from '../../server/features/reports/report-file';
import { credit, debit, postRequiredJournal } from '../../server/kernel/ledger';
import { asBookkeeper } from '../support/books';
import { useShop } from '../support/browser';

const shop = useShop();
const day = '2026-03-02';

test('F71 a report of more rows than its PDF prints says so before and in the PDF, and its CSV has every row', async () => {
  // 5,001 debits of a penny and their credit.
  await asBookkeeper(shop().db, ctx =>
    postRequiredJournal(ctx, {
      businessDate: day,
      kind: 'manual',
      narrative: 'Bank charges, one by one',
      document: { type: 'manual_journal', id: 1, number: null },
      lines: [
        ...Array.from({ length: 5_001 }, () => debit('6910', toPence(1))),
        credit('1020', toPence(5_001)),
      ],
    }),
  );
  const page = await shop().openAs(['view_ledger', 'export_data'], `/day-book?from=${day}&to=${day}`);
  await page.getByText('5,002', { exact: false }).first().waitFor();
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('menuitem', { name: 'PDF, the first 5,000 of 5,002 rows (CSV has all)' }).waitFor();

  // On the paper itself, which takes longer to draw than a request may on a busy machine.
  expect(truncationNote(5_002).flat().join(': ')).toContain(
    'The first 5,000 of 5,002 are shown. Export as CSV for all of them.',
  );
  expect(truncationNote(5_000)).toEqual([]);

  const owner = await shop().as('admin');
  const query = { from: day, to: day };
  const file = String((await owner.call(dayBook.export, { query: { ...query, format: 'csv' } })).raw);
  expect(file.match(/Bank charges, one by one/g)).toHaveLength(5_002);
});

test('F71 a report covers more than ten years', async () => {
  const owner = await shop().as('admin');
  const query = { from: '1990-01-01', to: '2026-12-31' };
  expect((await owner.call(profitAndLosses.show, { query })).status).toBe(200);
});
