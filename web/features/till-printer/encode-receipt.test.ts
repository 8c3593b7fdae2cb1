import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatPounds, toPence } from '#domain/kernel/money';
import type { Receipt } from '#domain/sales/receipt';
import { encodeDrawerKick, encodeReceipt } from './encode-receipt';
import { printedRoll } from '../../../tests/support/printed-roll';

const roll = { columns: 48, language: 'esc-pos' } as const;
const receipt: Receipt = {
  title: 'VAT receipt',
  isFull: false,
  isCopy: false,
  isGift: false,
  logo: null,
  seller: { name: 'Harbour & Vale', lines: ['4 Mill Lane', 'Bath BA1 1AA', 'VAT number GB 123 4567 82'] },
  header: 'Open all week\nCome again',
  facts: [
    ['Number', 'INV-00042'],
    ['Deliver to', 'The Old Granary, Long Wharf, Saltmarsh Road, Bristol\nBS1 6QH'],
  ],
  lines: [
    {
      code: 'MUG-BL',
      description: 'Blue mug, hand-thrown stoneware with a wide “farmhouse” handle',
      quantity: '2',
      counted: '2 × £6.00',
      unitPrice: '£6.00',
      discount: 'Sale: −£1.20',
      rate: '20%',
      amount: '£10.80',
      net: '£9.00',
      note: null,
    },
  ],
  totals: [
    ['Net', '£9.00'],
    ['VAT', '£1.80'],
    ['Total', '£10.80'],
  ],
  vat: [{ rate: '20%', net: '£9.00', vat: '£1.80', gross: '£10.80' }],
  payments: [
    ['Cash', '£20.00'],
    ['Change', '£9.20'],
  ],
  footer: 'Thank you’s all round',
  code: 'INV-00042',
  hasBarcode: true,
};

test('V20 a receipt prints on the roll as on the screen, with a cut at the end', () => {
  expect(printedRoll(encodeReceipt(receipt, roll, null))).toEqual([
    '                 Harbour & Vale',
    '                  4 Mill Lane',
    '                  Bath BA1 1AA',
    '           VAT number GB 123 4567 82',
    '                 Open all week',
    '                   Come again',
    '                  VAT receipt',
    'Number                                 INV-00042',
    'Deliver to',
    '  The Old Granary, Long Wharf, Saltmarsh Road,',
    '  Bristol',
    '  BS1 6QH',
    '─'.repeat(48),
    'Blue mug, hand-thrown stoneware with a    £10.80',
    'wide "farmhouse" handle',
    '  2 x £6.00, VAT 20%',
    '  Sale: -£1.20',
    '─'.repeat(48),
    'Net                                        £9.00',
    'VAT                                        £1.80',
    'Total                                     £10.80',
    'Cash                                      £20.00',
    'Change                                     £9.20',
    '─'.repeat(48),
    'VAT                    Net        VAT      Total',
    '20%                  £9.00      £1.80     £10.80',
    "             Thank you's all round",
    '[bars INV-00042]',
    '[cut]',
  ]);
});

test('a receipt of a training copy says so above and below, also on a narrow roll', () => {
  for (const columns of [32, 48] as const) {
    const printed = (isTraining: boolean) =>
      printedRoll(encodeReceipt(receipt, { ...roll, columns }, null, { isTraining }));
    const marks = printed(true).flatMap((line, place) => (line.includes('TRAINING') ? [place] : []));
    expect(marks).toEqual([0, printed(true).length - 2]);
    expect(printed(true)[0]?.trim()).toBe('*** TRAINING ***');
    expect(printed(false).join('\n')).not.toContain('TRAINING');
  }
});

test('no line is wider than the narrow roll, however long a name or an amount is', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 120 }),
      fc.integer({ min: 0, max: 99_999_999 }),
      (name, pence) => {
        const amount = formatPounds(toPence(pence));
        const long = {
          ...receipt,
          isCopy: true,
          lines: receipt.lines.map(line => ({
            ...line,
            description: name,
            note: name,
            amount,
            unitPrice: amount,
          })),
          totals: [[name, amount]] as const,
          vat: receipt.vat.map(rate => ({ ...rate, rate: 'Outside the scope' })),
        };
        const printed = printedRoll(encodeReceipt(long, { ...roll, columns: 32 }, null));
        for (const line of printed) expect(line.length).toBeLessThanOrEqual(32);
        expect(printed.filter(line => line.endsWith(amount)).length).toBeGreaterThanOrEqual(2);
      },
    ),
    { numRuns: 40 },
  );
});

test('F85 the amount of a discount stays beside the last word of its reason, however long', () => {
  for (let words = 1; words < 40; words++) {
    const reason = Array.from({ length: words }, (_, index) => 'discounted'.slice(0, 1 + (index % 9))).join(
      ' ',
    );
    const last = reason.split(' ').at(-1) ?? '';
    const lines = receipt.lines.map(line => ({ ...line, discount: `${reason}:\u00a0−£1.20` }));
    const printed = printedRoll(encodeReceipt({ ...receipt, lines }, { ...roll, columns: 32 }, null));
    const [reported, ...more] = printed.filter(line => line.includes('-£1.20'));
    expect([reported?.endsWith(`${last}: -£1.20`), more], reason).toEqual([true, []]);
    for (const line of printed) expect(line.length).toBeLessThanOrEqual(32);
  }
});

test('a gift receipt has the goods on the roll without any money', () => {
  const lines = receipt.lines.map(line => ({
    ...line,
    description: 'Blue mug',
    counted: '2',
    unitPrice: '',
    discount: null,
    rate: '',
    amount: '',
    net: '',
  }));
  const gift = { ...receipt, title: 'Gift receipt', isGift: true, lines, totals: [], vat: [], payments: [] };
  const printed = printedRoll(encodeReceipt(gift, roll, null));
  expect(printed).toEqual(expect.arrayContaining(['Blue mug', '  2']));
  expect(printed.join(' ')).not.toMatch(/[£%]/);
});

test('the drawer is opened by the pulse of each language', () => {
  expect(printedRoll(encodeDrawerKick(roll))).toEqual(['[drawer]']);
  const bell = 7;
  for (const language of ['star-prnt', 'star-line'] as const)
    expect([...encodeDrawerKick({ ...roll, language })]).toContain(bell);
});
