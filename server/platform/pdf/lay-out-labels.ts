import type { Definition, PdfNode } from 'pdfmake';
import { inAnyScript } from './any-script';
import { fitText } from './fit-text';
import { textWidth } from './fonts';
import type { PdfBars, PdfLabel, PdfLabels, PdfLabelSheet } from './pdf-labels';

const pointsPerMm = 72 / 25.4;
const points = (millimetres: number) => millimetres * pointsPerMm;
/** Black only: scanners need contrast, and thermal and laser printers have no other colour. */
const ink = '#000000';
/** The type sizes below are for a label of this height; other sizes are scaled. */
const defaultHeight = 38.1;
const leading = 1.18;

type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** Labels for pdfmake, at exact positions because the paper is already cut. */
export function layOutLabels({ title, author, printedAt, sheet, skip, labels }: PdfLabels): Definition {
  const perPage = sheet.columns * sheet.rows;
  const content = labels.flatMap((label, index) => {
    const place = (skip + index) % perPage;
    const startsPage = place === 0 && index > 0;
    return [
      ...(startsPage ? [{ text: '', pageBreak: 'before' }] : []),
      ...drawLabel(label, boxOf(sheet, place), scaleOf(sheet)),
    ];
  });
  return {
    pageSize: 'A4',
    pageMargins: [0, 0, 0, 0],
    info: { title, author, creator: 'Counterfoil', producer: 'Counterfoil', creationDate: printedAt },
    displayTitle: true,
    language: 'en-GB',
    version: '1.7',
    defaultStyle: { font: 'Roboto', color: ink, lineHeight: 1 },
    content,
  };
}

const scaleOf = ({ height }: PdfLabelSheet) => Math.min(1.35, Math.max(0.78, height / defaultHeight));

function boxOf(sheet: PdfLabelSheet, place: number): Box {
  const { columns, left, top, across, width, height, padding } = sheet;
  return {
    x: points(left + (place % columns) * across + padding),
    y: points(top + Math.floor(place / columns) * height + padding),
    width: points(width - 2 * padding),
    height: points(height - 2 * padding),
  };
}

const drawLabel = (label: PdfLabel, box: Box, scale: number): PdfNode[] =>
  label.large === 'price' ? shelfLabel(label, box, scale) : goodsLabel(label, box, scale);

/** Name at the top, the barcode as large as possible, then the reference and the price. */
function goodsLabel(label: PdfLabel, box: Box, scale: number): PdfNode[] {
  const nameSize = 8 * scale;
  const footSize = 8 * scale;
  const lines = box.height > points(28) ? 2 : 1;
  const name = fitText(label.name, { width: box.width, size: nameSize, bold: true }, lines);
  const nameHeight = name.length * nameSize * leading;
  const foot = box.y + box.height - footSize * leading;
  const priceWidth = textWidth(label.price, footSize, true);
  const [reference = ''] = fitText(label.reference, { width: box.width - priceWidth - 4, size: footSize }, 1);
  const middle: Box = {
    ...box,
    y: box.y + nameHeight + 1,
    height: box.height - nameHeight - footSize * leading - 3,
  };
  return [
    ...linesAt(name, box, nameSize, true),
    ...(label.bars ? drawBars(label.bars, middle, 7 * scale) : []),
    textAt(reference, box.x, foot, footSize),
    textAt(label.price, box.x + box.width - priceWidth, foot, footSize, true),
  ];
}

/** Name at the top, a large price on the left, the barcode on the right. */
function shelfLabel(label: PdfLabel, box: Box, scale: number): PdfNode[] {
  const nameSize = 10.5 * scale;
  const noteSize = 7 * scale;
  const name = fitText(label.name, { width: box.width, size: nameSize, bold: true }, 2);
  const below = box.y + 2 * nameSize * leading + 3;
  const barsWidth = label.bars ? points(label.bars.modules * label.bars.module) : 0;
  const left = { ...box, width: box.width - barsWidth - (barsWidth > 0 ? 4 : 0) };
  const priceSize = sizeThatFits(label.price, left.width, 30 * scale);
  const foot = box.y + box.height - noteSize * leading;
  const [reference = ''] = fitText(label.reference, { width: left.width, size: noteSize }, 1);
  const [note = ''] = fitText(label.priceNote, { width: left.width, size: noteSize }, 1);
  const barsBox: Box = {
    x: box.x + box.width - barsWidth,
    y: below,
    width: barsWidth,
    height: box.y + box.height - below,
  };
  return [
    ...linesAt(name, box, nameSize, true),
    textAt(label.price, box.x, foot - noteSize * leading - priceSize * leading, priceSize, true),
    textAt(note, box.x, foot - noteSize * leading, noteSize),
    textAt(reference, box.x, foot, noteSize),
    ...(label.bars ? drawBars(label.bars, barsBox, 7 * scale) : []),
  ];
}

const sizeThatFits = (text: string, width: number, largest: number): number =>
  Math.min(largest, (largest * width) / Math.max(1, textWidth(text, largest, true)));

const linesAt = (lines: readonly string[], box: Box, size: number, bold: boolean): PdfNode[] =>
  lines.map((line, index) => textAt(line, box.x, box.y + index * size * leading, size, bold));

const textAt = (text: string, x: number, y: number, fontSize: number, bold = false): PdfNode => ({
  text: inAnyScript(text),
  fontSize,
  bold,
  noWrap: true,
  absolutePosition: { x, y },
});

/** Bars as filled rectangles centred in a box, their text below; the quiet zones stay clear. */
function drawBars(
  { runs, modules, quietLeft, module, text }: PdfBars,
  box: Box,
  textSize: number,
): PdfNode[] {
  const step = points(module);
  const left = box.x + (box.width - modules * step) / 2;
  const height = box.height - textSize * leading - 1.5;
  const rectangles: PdfNode[] = [];
  let at = quietLeft;
  for (const [index, width] of runs.entries()) {
    if (index % 2 === 0)
      rectangles.push({ type: 'rect', x: at * step, y: 0, w: width * step, h: height, color: ink });
    at += width;
  }
  const [shown = ''] = fitText(text, { width: modules * step, size: textSize }, 1);
  const textLeft = left + (modules * step - textWidth(shown, textSize)) / 2;
  return [
    { canvas: rectangles, absolutePosition: { x: left, y: box.y } },
    textAt(shown, textLeft, box.y + height + 1.5, textSize),
  ];
}
