import { truncateText } from '#domain/kernel/truncate-text';
import { unescaped } from './xlsx-cells';
import { UnreadableTable } from './table-row';
import { readXml } from './xml-events';

type Part = AsyncIterable<Buffer>;

/** Spreadsheet programs allow 31 characters. */
const maxSheetNameLength = 100;
const maxSharedCharacters = 40_000_000;

/** The shared strings that cells refer to by number, without phonetic hints. */
export async function readSharedStrings(part: Part): Promise<string[]> {
  const strings: string[] = [];
  let text = '';
  let inText = false;
  let inAid = false;
  let characters = 0;
  await readXml(part, {
    open: name => {
      if (name === 'si') text = '';
      else if (name === 'rPh') inAid = true;
      else if (name === 't') inText = !inAid;
    },
    close: name => {
      if (name === 't') inText = false;
      else if (name === 'rPh') inAid = false;
      else if (name === 'si') strings.push(unescaped(text));
    },
    text: piece => {
      if (!inText) return;
      characters += piece.length;
      if (characters > maxSharedCharacters)
        throw new UnreadableTable('The file contains too much text. Save it as CSV, then upload that file.');
      text += piece;
    },
  });
  return strings;
}

const builtInDates = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

type Shown = 'date' | 'percent' | 'number';

const builtIn = (id: number): Shown =>
  builtInDates(id) ? 'date' : id === 9 || id === 10 ? 'percent' : 'number';

/** A custom format shows a date or a percentage when it has date letters or a % outside quotes and brackets. */
function shownBy(code: string): Shown {
  const bare = code
    .replaceAll(/"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
    .replaceAll(/general/gi, '');
  if (/[ymdhs]/i.test(bare)) return 'date';
  return bare.includes('%') ? 'percent' : 'number';
}

/** The numbers of the styles that show a number as a date, or as a percentage. */
export async function readNumberStyles(
  part: Part,
): Promise<{ dateStyles: ReadonlySet<number>; percentStyles: ReadonlySet<number> }> {
  const custom = new Map<number, Shown>();
  const dateStyles = new Set<number>();
  const percentStyles = new Set<number>();
  let inCellStyles = false;
  let style = 0;
  await readXml(part, {
    open: (name, attributes) => {
      if (name === 'numFmt') custom.set(Number(attributes.numFmtId), shownBy(attributes.formatCode ?? ''));
      else if (name === 'cellXfs') inCellStyles = true;
      else if (name === 'xf' && inCellStyles) {
        const id = Number(attributes.numFmtId ?? '0');
        const shown = custom.get(id) ?? builtIn(id);
        if (shown === 'date') dateStyles.add(style);
        if (shown === 'percent') percentStyles.add(style);
        style += 1;
      }
    },
    close: name => {
      if (name === 'cellXfs') inCellStyles = false;
    },
    text: () => undefined,
  });
  return { dateStyles, percentStyles };
}

export type SheetPart = { readonly name: string; readonly relation: string | undefined };

/** The visible sheets in order, each with its relation id, and the date system. */
export async function readWorkbook(part: Part): Promise<{ sheets: SheetPart[]; from1904: boolean }> {
  const sheets: SheetPart[] = [];
  let from1904 = false;
  await readXml(part, {
    open: (name, attributes) => {
      if (name === 'workbookPr') from1904 = attributes.date1904 === '1' || attributes.date1904 === 'true';
      if (name === 'sheet' && (attributes.state ?? 'visible') === 'visible')
        sheets.push({
          name: truncateText(attributes.name ?? '', maxSheetNameLength),
          relation: Object.entries(attributes).find(([key]) => /(^|:)id$/.test(key))?.[1],
        });
    },
    close: () => undefined,
    text: () => undefined,
  });
  return { sheets, from1904 };
}

/** The paths of a workbook's parts, by relation id. */
export async function readRelations(part: Part): Promise<Map<string, string>> {
  const targets = new Map<string, string>();
  await readXml(part, {
    open: (name, { Id, Target }) => {
      if (name === 'Relationship' && Id !== undefined && Target !== undefined)
        targets.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`);
    },
    close: () => undefined,
    text: () => undefined,
  });
  return targets;
}
