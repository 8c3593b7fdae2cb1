/** The one role that passes every check. Its name is protected: no look-alike can be created. */
export const administratorRole = 'admin';

export const isAdministratorName = (name: string): boolean => name.toLowerCase() === administratorRole;

/**
 * Letters of other alphabets that look like a, d, m, i or n. Only those left after compatibility normalisation, which
 * already folds full-width and styled letters.
 */
const lookAlikes: Readonly<Record<string, string>> = {
  а: 'a',
  α: 'a',
  ɑ: 'a',
  ꭺ: 'a',
  ꓮ: 'a',
  ⲁ: 'a',
  ᴀ: 'a',
  '@': 'a',
  '4': 'a',
  ԁ: 'd',
  ꭰ: 'd',
  ꓓ: 'd',
  ɗ: 'd',
  ⅾ: 'd',
  ᴅ: 'd',
  đ: 'd',
  м: 'm',
  ꮇ: 'm',
  ꓟ: 'm',
  ⲙ: 'm',
  ⅿ: 'm',
  ᴍ: 'm',
  μ: 'm',
  rn: 'm',
  і: 'i',
  ꮖ: 'i',
  ꓲ: 'i',
  ⲓ: 'i',
  ι: 'i',
  ı: 'i',
  ɩ: 'i',
  ⅰ: 'i',
  l: 'i',
  '1': 'i',
  '|': 'i',
  '!': 'i',
  ӏ: 'i',
  ɪ: 'i',
  ј: 'i',
  п: 'n',
  ꓠ: 'n',
  ⲛ: 'n',
  ո: 'n',
  η: 'n',
  ɴ: 'n',
  и: 'n',
  ν: 'n',
};

/** What a name looks like: letters only, one case, without accents and look-alikes. */
function skeleton(name: string): string {
  const folded = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}|\p{C}|\p{Z}|[\p{Pd}\p{Pc}.'"`´’·]/gu, '')
    .replaceAll('rn', 'm');
  return Array.from(folded, letter => lookAlikes[letter] ?? letter).join('');
}

/** Whether a reader, or the case-insensitive match, would take this name for the administrator role. */
export const looksLikeAdministrator = (name: string): boolean =>
  skeleton(name) === skeleton(administratorRole);
