import { type ColumnTerms, isActions, isChoice } from './data-table-column';

/** What a column needs, and its share of the space that is left, both in pixels. */
type Need = { readonly least: number; readonly share: number };

const cellPadding = 22;
const letter = 7;
const sortMark = 30;

const dates =
  /\b(?:date|day|created|due|expected|when|time|opened|from|until|valid|next|started|expires|ends|last|on|uploaded|recorded|filed|tax point)\b/i;
const states = /\b(?:status|payment|kind|state|code|no\.|number|sku|two-factor|type|side)\b/i;

/** Widths come from the columns and not from their content, so that nothing moves when rows arrive (F81). */
function needOf(column: ColumnTerms, isTitle: boolean): Need {
  const { header, sort, align, width, minWidth } = column;
  const given = Number.parseFloat(width?.endsWith('px') ? width : (minWidth ?? ''));
  const headed = Math.ceil(header.length * letter) + cellPadding + (sort ? sortMark : 0);
  const least = (typical: number) => Math.max(headed, Number.isNaN(given) ? typical : given);
  if (isActions(column) || isChoice(column)) return { least: least(72), share: 0 };
  if (align === 'end') return { least: least(98), share: 1 };
  if (isTitle) return { least: least(150), share: 6 };
  if (width?.endsWith('px')) return { least: least(80), share: 1 };
  if (dates.test(header)) return { least: least(106), share: 1 };
  if (header === 'Email') return { least: least(210), share: 4 };
  if (states.test(header)) return { least: least(112), share: 2 };
  return { least: least(130), share: 4 };
}

/** The width of each column in a box, in whole pixels. They fill it, or are wider than it and scroll. */
export function columnWidths(columns: readonly ColumnTerms[], box: number): readonly number[] {
  const named = columns.findIndex(({ phone }) => phone === 'title');
  const title = named >= 0 ? named : columns.findIndex(column => !isActions(column) && !isChoice(column));
  const needs = columns.map((column, index) => needOf(column, index === title));
  const left = Math.max(0, box - needs.reduce((sum, need) => sum + need.least, 0));
  const shares = needs.reduce((sum, need) => sum + need.share, 0) || 1;
  const widths = needs.map(need => need.least + Math.floor((left * need.share) / shares));
  const missing = Math.max(0, box - widths.reduce((sum, width) => sum + width, 0));
  return widths.map((width, index) => (index === Math.max(0, title) ? width + missing : width));
}
