import type { Definition, PdfNode } from 'pdfmake';
import { inAnyScript } from './any-script';
import type { PdfBars } from './pdf-labels';
import type { PdfSlip, SlipBlock } from './pdf-slip';

const points = (millimetres: number) => (millimetres * 72) / 25.4;
/** The width of the roll, and of its printable area. */
const roll = points(80);
const margin = points(4);
const width = roll - 2 * margin;
/** Black only, as thermal printers print. */
const ink = '#000000';

/** A slip for pdfmake: one page, as long as its content. */
export const layOutSlip = ({ title, author, printedAt, slip }: PdfSlip): Definition => ({
  pageSize: { width: roll, height: 'auto' },
  pageMargins: [margin, margin, margin, margin],
  info: { title, author, creator: 'Counterfoil', producer: 'Counterfoil', creationDate: printedAt },
  displayTitle: true,
  language: 'en-GB',
  version: '1.7',
  defaultStyle: { font: 'Roboto', fontSize: 9, color: ink, lineHeight: 1.15 },
  content: slip.map(draw),
});

const looks = { large: { fontSize: 13, bold: true }, bold: { bold: true } };
const look = (weight: 'large' | 'bold' | undefined) => (weight ? looks[weight] : {});

function draw(block: SlipBlock): PdfNode {
  switch (block.block) {
    case 'centre':
      return { text: inAnyScript(block.text), alignment: 'center', ...look(block.weight) };
    case 'pair':
      return {
        columns: [
          { text: inAnyScript(block.left), width: '*' },
          { text: inAnyScript(block.right), width: 'auto', alignment: 'right', noWrap: true },
        ],
        columnGap: 6,
        ...look(block.weight),
      };
    case 'text':
      return {
        text: block.unbroken === undefined ? inAnyScript(block.text) : keeping(block.text, block.unbroken),
      };
    case 'rule':
      return {
        canvas: [{ type: 'line', x1: 0, y1: 3, x2: width, y2: 3, lineWidth: 0.6, lineColor: ink }],
        margin: [0, 0, 0, 4],
      };
    case 'picture':
      return {
        image: block.picture.address,
        fit: [points(48), points(16)],
        alignment: 'center',
        margin: [0, 0, 0, 4],
      };
    case 'bars':
      return bars(block.bars);
  }
}

const runsOf = (text: string) => {
  const runs = inAnyScript(text);
  return typeof runs === 'string' ? [{ text: runs }] : runs;
};

/** Words that may wrap at any space, followed by text that does not wrap. */
const keeping = (text: string, unbroken: string): PdfNode[] => [
  ...runsOf(text),
  ...runsOf(unbroken).map(run => ({ ...run, noWrap: true })),
];

const barHeight = points(12);

/** A barcode centred on the roll, with its text below. */
function bars({ runs, modules, quietLeft, module, text }: PdfBars): PdfNode {
  const step = points(module);
  const left = (width - modules * step) / 2;
  const rectangles: PdfNode[] = [];
  let at = quietLeft;
  for (const [index, run] of runs.entries()) {
    if (index % 2 === 0)
      rectangles.push({ type: 'rect', x: left + at * step, y: 0, w: run * step, h: barHeight, color: ink });
    at += run;
  }
  return {
    stack: [{ canvas: rectangles }, { text: inAnyScript(text), alignment: 'center', fontSize: 8 }],
    margin: [0, 6, 0, 0],
  };
}
