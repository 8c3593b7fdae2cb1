/** Text in a spreadsheet starting with one of these is a formula. Files are guarded in the same way. */
const formulaStart = /^[=+\-@＝＋－＠]/;
const money = /^([+−-]?)£([\d,]+(?:\.\d+)?)$/;
const figure = /^([+−-]?)(\d{1,3}(?:,\d{3})*|\d+)((?:\.\d+)?%?)$/;
const date =
  /^(\d{1,2}) (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) (\d{4})(?:,? (\d{2}:\d{2}(?::\d{2})?))?$/;
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** The words of a cell as a spreadsheet reads them: figures without signs and commas, dates as 21/11/2026. */
export function copiedText(words: string): string {
  const text = words
    .split(/[\n\r\t]+/)
    .map(line => plain(line.replaceAll(/\s+/g, ' ').trim()))
    .filter(line => line !== '')
    .join(', ');
  return formulaStart.test(text) && !digits.test(text) ? `'${text}` : text;
}

/** A figure or a telephone number. */
const digits = /^[+-]?[\d .,()%-]+$/;

function plain(line: string): string {
  if (line === '—') return '';
  const [, sign = '', whole = '', rest = ''] = money.exec(line) ?? figure.exec(line) ?? [];
  if (whole !== '') return `${sign.replace('−', '-')}${whole.replaceAll(',', '')}${rest}`;
  const [, day = '', month = '', year, time] = date.exec(line) ?? [];
  if (year === undefined) return line;
  const numbered = `${day.padStart(2, '0')}/${String(months.indexOf(month) + 1).padStart(2, '0')}/${year}`;
  return time === undefined ? numbered : `${numbered} ${time}`;
}

/** Lines of cells as tab-separated text. */
export const tabSeparated = (lines: readonly (readonly string[])[]): string =>
  lines.map(cells => cells.join('\t')).join('\n');
