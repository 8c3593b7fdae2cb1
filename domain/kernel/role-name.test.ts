import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isAdministratorName, looksLikeAdministrator } from './role-name';

/** Different characters that look like the same letter. */
const shapes = [
  ['a', 'A', 'ａ', 'Ａ', 'а', 'А', 'α', 'Α', 'á', 'À', '𝐚', '@', '4', 'Ꭺ', 'ꓮ'],
  ['d', 'D', 'ｄ', 'Ｄ', 'ԁ', 'ⅾ', 'ď', '𝐝', 'Ꭰ', 'ꓓ'],
  ['m', 'M', 'ｍ', 'М', 'м', 'Μ', 'ⅿ', '𝐦', 'rn', 'Ꮇ', 'ꓟ'],
  ['i', 'I', 'ｉ', 'і', 'І', 'ι', 'Ι', 'ı', 'İ', 'l', '1', '|', '𝐢', 'Ꮖ', 'ꓲ'],
  ['n', 'N', 'ｎ', 'п', 'Ν', 'ո', 'ñ', '𝐧', 'ꓠ'],
] as const;
const between = ['', '', '', ' ', '\u200b', '\u00ad', '.', '-', '_', '\u0301', '\u3000'];

test('A-ROLE a name in look-alike letters of other alphabets is taken for the administrator', () => {
  const disguise = fc.tuple(
    ...shapes.flatMap(letters => [fc.constantFrom(...letters), fc.constantFrom(...between)]),
  );
  fc.assert(
    fc.property(disguise, parts => {
      expect(looksLikeAdministrator(parts.join(''))).toBe(true);
    }),
  );
});

test('a role that would pass every check by its name can never be created', () => {
  fc.assert(
    fc.property(fc.mixedCase(fc.constant('admin')), name => {
      expect([isAdministratorName(name), looksLikeAdministrator(name)]).toEqual([true, true]);
    }),
  );
});

test.each(['Cashier', 'Admin assistant', 'Administration', 'Domain', 'Dmitri', 'Madin', 'Ladmin'])(
  'a role can be called %s',
  name => {
    expect(looksLikeAdministrator(name)).toBe(false);
  },
);
