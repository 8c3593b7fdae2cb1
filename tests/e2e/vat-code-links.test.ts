import { expect, test } from 'vitest';
import { toPence } from '#domain/kernel/money';
import type { VatCode } from '#domain/kernel/vat';
import { vatEntries, vatReturns } from '#domain/vat-returns/vat-return.contract';
import { asBookkeeper } from '../support/books';
import { useShop } from '../support/browser';
import { chips, total } from '../support/list-filters';
import { credit, debit, postJournal } from '../../server/kernel/ledger';

const now = new Date('2026-08-10T11:00:00Z');
const shop = useShop({ clock: () => now });

type Side = 'output' | 'input';

const post = (direction: Side, code: VatCode, pounds: number) =>
  asBookkeeper(
    shop().db,
    ctx => {
      const net = toPence(pounds * 100);
      const vat = toPence(code === 'S' ? pounds * 20 : 0);
      const bank = toPence(net + vat);
      const isSale = direction === 'output';
      return postJournal(ctx, {
        businessDate: '2026-05-10',
        kind: isSale ? 'sale' : 'supplier_bill',
        narrative: `${direction} ${code}`,
        document: { type: 'test', id: 1, number: null },
        lines: [
          isSale ? debit('1020', bank) : credit('1020', bank),
          isSale ? credit('4000', net) : debit('6910', net),
          ...(vat === 0 ? [] : [isSale ? credit('2200', vat) : debit('2201', vat)]),
        ],
        vat: [{ direction, taxPoint: '2026-05-10', code, rate: code === 'S' ? 2000 : 0, net, vat }],
      });
    },
    { now },
  );

test('F70 R8 the link of each code of a VAT return leads to the entries of its own side', async () => {
  for (const code of ['S', 'Z', 'O'] as const) {
    await post('output', code, 30);
    await post('output', code, 60);
    for (const pounds of [100, 200, 300]) await post('input', code, pounds);
  }
  const admin = await shop().as('admin');
  const { codes } = (await admin.call(vatReturns.get, { query: { to: '2026-06-30' } })).reply;
  expect(codes).toHaveLength(6);
  const page = await shop().openAs(['admin'], '/reports/vat-return/2026-06-30');
  const rows = page.getByRole('table', { name: 'By VAT code' }).locator('tbody tr');
  await rows.first().waitFor();
  for (const [place, row] of codes.entries()) {
    const what = `${row.direction} ${row.code}`;
    const href = await rows.nth(place).getByRole('link').getAttribute('href');
    const query = Object.fromEntries(new URL(href ?? '', shop().address).searchParams);
    const { reply } = await admin.call(vatEntries.list, { query });
    const sumOf = (part: 'net' | 'vat') => reply.data.reduce((all, entry) => all + entry[part], 0);
    expect([reply.total, sumOf('net'), sumOf('vat')], what).toEqual([row.entry_count, row.net, row.vat]);
  }
  await rows.filter({ hasText: 'Purchases' }).getByRole('link', { name: /^O / }).click();
  await total(page, 3);
  await page.getByRole('button', { name: 'Side: Purchases', exact: true }).waitFor();
  await expect.poll(() => chips(page).count()).toBe(3);
});
