import type { Definition, PdfNode, TableLayout } from 'pdfmake';
import { formatMoment } from '#domain/kernel/dates';
import { inAnyScript } from './any-script';
import { columnWidths } from './column-widths';
import type { PdfBlock, PdfDocument, PdfFact, PdfSum, PdfTable } from './pdf-document';

/** Turns our blocks into pdfmake's nodes: the only place that defines how documents look. Sizes are points. */

const ink = '#1d2420';
const muted = '#5d6963';
const accent = '#1b6448';
const rule = '#d3dad6';
const tint = '#f1f5f3';

const margin = { side: 42, top: 50, bottom: 52 };
const pageWidth = { portrait: 595.28, landscape: 841.89 };

const text = (content: string, properties: Record<string, unknown> = {}): PdfNode => ({
  text: inAnyScript(content),
  ...properties,
});

/** A document for pdfmake; every text in it is data, never markup. */
export function layOut(document: PdfDocument): Definition {
  const { title, author, printedAt, orientation = 'portrait', blocks } = document;
  const width = pageWidth[orientation] - 2 * margin.side;
  const printed = `Printed ${formatMoment(printedAt)}`;
  const small = { fontSize: 8, color: muted };
  return {
    pageSize: 'A4',
    pageOrientation: orientation,
    pageMargins: [margin.side, margin.top, margin.side, margin.bottom],
    info: { title, author, creator: 'Counterfoil', producer: 'Counterfoil', creationDate: printedAt },
    displayTitle: true,
    language: 'en-GB',
    version: '1.7',
    defaultStyle: { font: 'Roboto', fontSize: 9, color: ink, lineHeight: 1.15 },
    header: page =>
      page === 1
        ? ''
        : {
            margin: [margin.side, 24, margin.side, 0],
            columns: [text(title, small), text(author, { ...small, alignment: 'right' })],
          },
    footer: (page, pages) => ({
      margin: [margin.side, 20, margin.side, 0],
      columns: [text(printed, small), text(`Page ${page} of ${pages}`, { ...small, alignment: 'right' })],
    }),
    content: blocks.map(block => draw(block, width)),
  };
}

function draw(block: PdfBlock, width: number): PdfNode {
  switch (block.block) {
    case 'company':
      return companyHead(block, width);
    case 'title':
      return {
        stack: [
          text(block.title, { fontSize: 20, bold: true, lineHeight: 1.05 }),
          ...(block.subtitle
            ? [text(block.subtitle, { fontSize: 11, color: muted, margin: [0, 3, 0, 0] })]
            : []),
        ],
        margin: [0, 18, 0, 14],
      };
    case 'facts':
      return factList(block.heading, block.facts, width);
    case 'tiles':
      return tiles(block.tiles, width);
    case 'text':
      return { stack: [...heading(block.heading), text(block.text)], margin: [0, 0, 0, 16] };
    case 'sums':
      return sums(block.sums, width);
    case 'table':
      return table(block, width);
  }
}

const heading = (content: string | undefined): PdfNode[] =>
  content ? [text(content, { fontSize: 12, bold: true, margin: [0, 0, 0, 6] })] : [];

function companyHead({ name, lines, logo }: Extract<PdfBlock, { block: 'company' }>, width: number): PdfNode {
  return {
    stack: [
      ...(logo ? [{ image: logo.address, fit: [180, 48], margin: [0, 0, 0, 8] }] : []),
      {
        columns: [
          text(name, { fontSize: 15, bold: true, color: accent, width: width * 0.55 }),
          {
            stack: lines.map(line => text(line, { fontSize: 8.5, color: muted, alignment: 'right' })),
            width: width * 0.45 - 12,
          },
        ],
        columnGap: 12,
      },
      { canvas: [{ type: 'line', x1: 0, y1: 8, x2: width, y2: 8, lineWidth: 1.2, lineColor: accent }] },
    ],
  };
}

const maxTogether = 16;
const labelWidth = 84;
const factGap = 8;

/** Two pairs to a line, filling the first half of the list, then the second. */
function factList(title: string | undefined, facts: readonly PdfFact[], width: number): PdfNode {
  const half = Math.ceil(facts.length / 2);
  const pair = (fact: PdfFact | undefined): PdfNode[] =>
    fact ? [text(fact[0], { color: muted }), text(fact[1])] : ['', ''];
  const body = facts.slice(0, half).map((fact, index) => [...pair(fact), ...pair(facts[half + index])]);
  if (body.length === 0) return { stack: heading(title), margin: [0, 0, 0, 16] };
  const valueWidth = width / 2 - labelWidth - 2 * factGap;
  return {
    stack: [
      ...heading(title),
      { layout: 'facts', table: { widths: [labelWidth, valueWidth, labelWidth, valueWidth], body } },
    ],
    // A short list stays together: an account number is of no use without the sort code on the page before.
    unbreakable: facts.length <= maxTogether,
    margin: [0, 0, 0, 16],
  };
}

const tileGap = 8;

function tiles(all: readonly PdfFact[], width: number): PdfNode {
  if (all.length === 0) return '';
  const tileWidth = (width - tileGap * (all.length - 1)) / all.length;
  const tile = ([label, value]: PdfFact): PdfNode => ({
    layout: 'tile',
    table: {
      widths: [tileWidth - 20],
      body: [
        [
          {
            stack: [
              text(label, { fontSize: 8, color: muted }),
              text(value, { fontSize: 14, bold: true, margin: [0, 2, 0, 0] }),
            ],
            fillColor: tint,
          },
        ],
      ],
    },
    width: tileWidth,
  });
  return { columns: all.map(tile), columnGap: tileGap, margin: [0, 0, 0, 20] };
}

const cellPadding = 5;

/** Under the last columns of a table, whose amounts they add up. */
function sums(all: readonly PdfSum[], width: number): PdfNode {
  if (all.length === 0) return '';
  const valueWidth = 84;
  const own = width * 0.55;
  const body = all.map(([label, value, weight]) => {
    const look = weight === 'bold' ? { bold: true, fontSize: 11 } : {};
    return [text(label, look), text(value, { ...look, alignment: 'right' })];
  });
  return {
    columns: [
      { text: '', width: width - own },
      {
        layout: 'sums',
        table: { dontBreakRows: true, widths: [own - valueWidth - 4 * cellPadding, valueWidth], body },
        width: own,
      },
    ],
    margin: [0, 0, 0, 18],
  };
}

function table(block: PdfTable, width: number): PdfNode {
  const { columns, rows, totals } = block;
  const acrossAll = (cell: PdfNode): PdfNode[] => [cell, ...columns.slice(1).map(() => '')];
  const cells = (row: readonly string[], properties?: Record<string, unknown>): PdfNode[] =>
    columns.map(({ align }, index) => {
      const content = row[index] ?? '';
      // pdfmake drops spaces at the start of a line; a margin indents all lines of the cell.
      const indent = /^\u00a0*/.exec(content)?.[0].length ?? 0;
      return text(content.slice(indent), {
        ...properties,
        ...(align === 'end' ? { alignment: 'right' } : {}),
        ...(indent > 0 ? { margin: [indent * 3, 0, 0, 0] } : {}),
      });
    });
  const span = { colSpan: columns.length };
  const body = [
    acrossAll(text(block.heading, { ...span, fontSize: 12, bold: true, margin: [-cellPadding, 0, 0, 2] })),
    cells(
      columns.map(column => column.header),
      { fontSize: 8, bold: true, color: muted },
    ),
    ...rows.map(row => cells(row)),
    ...(rows.length === 0 ? [acrossAll(text(block.empty, { ...span, color: muted }))] : []),
    ...(totals ? [cells(totals, { bold: true })] : []),
  ];
  const widths = columnWidths(block, width - columns.length * 2 * cellPadding);
  return {
    layout: totals ? 'ruledWithTotals' : 'ruled',
    table: { headerRows: 2, keepWithHeaderRows: 1, dontBreakRows: true, widths, body },
    margin: [0, 0, 0, 20],
  };
}

const never = () => 0;
const padding = (sides: number, above: number): TableLayout => ({
  paddingLeft: () => sides,
  paddingRight: () => sides,
  paddingTop: () => above,
  paddingBottom: () => above,
});
const unruled: TableLayout = { hLineWidth: never, vLineWidth: never };

/** Lines: none around the heading, a strong one under the column headers and around the totals, hairlines elsewhere. */
const ruled = (hasTotals: boolean): TableLayout => ({
  ...padding(cellPadding, 3.5),
  vLineWidth: never,
  hLineWidth: (line, { table: { body } }) => {
    if (line <= 1) return 0;
    const strong = line === 2 || line === body.length || (hasTotals && line === body.length - 1);
    return strong ? 0.8 : 0.4;
  },
  hLineColor: (line, { table: { body } }) =>
    line === 2 || (hasTotals && line >= body.length - 1) ? muted : rule,
});

export const tableLayouts: Record<string, TableLayout> = {
  facts: { ...padding(0, 2), ...unruled, paddingRight: () => factGap },
  tile: { ...padding(10, 8), ...unruled },
  sums: { ...padding(cellPadding, 2), ...unruled },
  ruled: ruled(false),
  ruledWithTotals: ruled(true),
};
