import { expect, test } from 'vitest';
import { chosenId, emailAddress, optionalText, requiredLongText, requiredText } from './fields';

test.each(['a@b.co', 'first.last+tag@sub.example.co.uk', 'x_y-z@1.example'])(
  '%s is an email address',
  address => {
    expect(emailAddress.parse(` ${address} `)).toBe(address);
  },
);
test.each([
  '',
  'a',
  'a@',
  '@b.co',
  'a@b',
  'a@b.co,c@d.co',
  'a@b.co;c@d.co',
  'a@b.co\r\nBcc: c@d.co',
  '"a b"@c.co',
  'A <a@b.co>',
  'a..b@c.co',
  '.a@b.co',
  'a@-b.co',
  'a@b.co\u0000',
  `${'x'.repeat(65)}@b.co`,
  `a@${'b'.repeat(250)}.co`,
])('%j is not an email address', address => {
  expect(emailAddress.safeParse(address).success).toBe(false);
});
test.each([null, undefined, 0, -1, 1.5, '7', Number.MAX_SAFE_INTEGER + 1])('%j is no choice', value => {
  const { error } = chosenId('Choose a supplier.').safeParse(value);
  expect(error?.issues.map(({ message }) => message)).toEqual(['Choose a supplier.']);
});
test('A-REDOS long hostile text is validated at once', () => {
  const before = process.cpuUsage();
  for (const evil of ['a'.repeat(50_000), `${'a.'.repeat(25_000)}@`, `a@${'b-'.repeat(25_000)}`])
    expect(emailAddress.safeParse(evil).success).toBe(false);
  // Processor time, which other programs do not lengthen; in microseconds.
  const { user, system } = process.cpuUsage(before);
  expect(user + system).toBeLessThan(1_000_000);
});
test('text is normalised: composed, trimmed, inner white space folded', () => {
  expect(requiredText('Name', 20).parse('  Cafe\u0301   au\tlait ')).toBe('Café au lait');
  expect(optionalText('Phone', 20).parse('   ')).toBeNull();
});
test('F54 invisible text counts as empty, and zero-width characters are removed', () => {
  for (const unseen of ['\u200b', ' \u200b\u2060 ', '\u200d\ufe0f', '\u3164', '\u2800', '\u00ad', '\u034f']) {
    expect(requiredText('Reason', 20).safeParse(unseen).error?.issues[0]?.message).toBe(
      'Reason is required.',
    );
    expect(requiredLongText('Reason', 20).safeParse(unseen).success).toBe(false);
    expect(optionalText('Note', 20).parse(unseen)).toBeNull();
  }
  expect(requiredText('Name', 20).parse('Te\u200ba\ufeff')).toBe('Tea');
  expect(requiredText('Name', 20).parse('👩‍🌾 می‌خواهم')).toBe('👩‍🌾 می‌خواهم');
});
