import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, expect, test } from 'vitest';
import { barsOf } from '#domain/products/bars';
import type { Receipt } from '#domain/sales/receipt';
import { closePdfThreads, drawPdf } from '../../../platform/pdf/draw-pdf';
import { receiptSlip } from './receipt-slip';

afterAll(closePdfThreads);

const receipt: Receipt = {
  title: 'Receipt',
  isFull: false,
  isCopy: false,
  isGift: false,
  logo: null,
  seller: { name: 'Harbour & Vale', lines: [] },
  header: null,
  facts: [],
  lines: [],
  totals: [],
  vat: [],
  payments: [],
  footer: null,
  code: 'INV-00001',
  hasBarcode: false,
};

test('F85 on 80 mm the amount of a discount stays beside the last word of its reason, however long', async () => {
  const lines = Array.from({ length: 60 }, (_, count) => ({
    code: 'TEA',
    description: 'Tea',
    quantity: '1',
    counted: '1 × £6.00',
    unitPrice: '£6.00',
    discount: `${'ab '.repeat(count)}end:\u00a0−£1,234.20`,
    rate: '',
    amount: '£4.80',
    net: '£4.80',
    note: null,
  }));
  const slip = receiptSlip({ ...receipt, lines });
  const pdf = await drawPdf({ title: 'Receipt', author: 'Shop', printedAt: new Date(), slip });
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: false });
  const printed = text.join('\n').split('\n');
  const reported = printed.filter(line => line.includes('1,234.20'));
  expect(reported).toHaveLength(60);
  for (const line of reported) expect(line.trim()).toMatch(/end:\s−£1,234\.20$/);
});

test.each([
  ['a receipt', {}],
  ['a full invoice', { isFull: true, title: 'VAT invoice' }],
  ['a copy', { isCopy: true }],
  ['a gift receipt', { isGift: true }],
])('F25 the roll of %s has the barcode of its number, and the number below it', async (_, kind) => {
  const slip = receiptSlip({ ...receipt, ...kind, code: 'K1-000042', hasBarcode: true });
  const bars = slip.flatMap(block => (block.block === 'bars' ? [block.bars] : []));
  expect(bars).toHaveLength(1);
  expect(bars[0]).toMatchObject({ text: 'K1-000042', runs: barsOf('K1-000042')?.runs });
  const pdf = await drawPdf({ title: 'Receipt', author: 'Shop', printedAt: new Date(), slip });
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true });
  expect(text).toContain('K1-000042');
});
