import { expect, test } from 'vitest';
import { hasPrefix, isSaleNumber } from './scanned-number';

test('V22 a scanned code is a sale by the prefixes that sales have or had, and by the shape of a till receipt', () => {
  const prefixes = ['CN-', 'INV', 'INV-', 'SALE2026-'];
  for (const code of ['INV-00007', 'inv-7', 'CN-00003', 'INV00012', 'SALE2026-00042', 'T1-A-000042'])
    expect(isSaleNumber(code, prefixes), code).toBe(true);
  for (const code of [
    'PMT-00003',
    'QUO-00012',
    'SHOE-12345',
    'INV-',
    'INVOICE-00012',
    '5012345678900',
    'INV-00007X',
  ])
    expect(isSaleNumber(code, prefixes), code).toBe(false);
  expect([hasPrefix('pmt-00003', ['RCT-', 'PMT-']), hasPrefix('T1-A-000042', ['RCT-'])]).toEqual([
    true,
    false,
  ]);
});
