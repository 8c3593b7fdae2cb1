const escape = String.raw`\x1b`;
const group = String.raw`\x1d`;

// The ESC/POS commands that receipts use.
const barcode = new RegExp(`${group}k.[^]{3}([\\x20-\\x7e]+)`, 'g');
const ended = new RegExp(`${group}V[\\0\\1]`, 'g');
const kick = new RegExp(`${escape}p[\\0\\1][^][^]`, 'g');
const manner = new RegExp(`${escape}@|\\x1c\\.|${escape}[MEat][^]|${group}[hwH][^]`, 'g');
const signs: Readonly<Record<string, string>> = { '\x9c': '£', Ä: '─', '\r': '' };

/** What an ESC/POS printer does with these bytes: lines of text and other actions, in order. */
export function printedRoll(bytes: Uint8Array): string[] {
  return Buffer.from(bytes)
    .toString('latin1')
    .replace(kick, '\n[drawer]\n')
    .replace(ended, '\n[cut]\n')
    .replace(barcode, '\n[bars $1]\n')
    .replace(manner, '')
    .replace(/[\x9cÄ\r]/g, sign => signs[sign] ?? sign)
    .split('\n')
    .map(line => line.trimEnd())
    .filter(line => line !== '');
}
