import * as z from 'zod';
import type { Bars } from './bars';

/** The purpose of a label: to be scanned on the goods, or to show the price on the shelf. */
export const labelKind = z.enum(['barcode', 'shelf'], 'Choose barcode or shelf labels.');
export type LabelKind = z.infer<typeof labelKind>;
export const labelKindNames: Readonly<Record<LabelKind, string>> = {
  barcode: 'Barcode labels',
  shelf: 'Shelf labels',
};

/** Common A4 label sheets by their Avery number. */
export const labelSheetCode = z.enum(['L7651', 'L7159', 'L7160', 'L7163', 'L7173'], 'Choose a label sheet.');
export type LabelSheetCode = z.infer<typeof labelSheetCode>;

/** A sheet of A4 labels; every length is in tenths of a millimetre. */
export type LabelSheet = {
  readonly columns: number;
  readonly rows: number;
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly top: number;
  /** From the left edge of one label to that of the next. */
  readonly across: number;
};

const a4 = { width: 2100, height: 2970 };
/** The gap between columns; rows touch. The labels are centred on the page. */
const gap = 25;

function sheet(columns: number, rows: number, width: number, height: number): LabelSheet {
  const across = width + gap;
  const left = Math.round((a4.width - columns * across + gap) / 2);
  return { columns, rows, width, height, left, top: Math.round((a4.height - rows * height) / 2), across };
}

export const labelSheets: Readonly<Record<LabelSheetCode, LabelSheet>> = {
  L7651: sheet(5, 13, 381, 212),
  L7159: sheet(3, 8, 635, 339),
  L7160: sheet(3, 7, 635, 381),
  L7163: sheet(2, 7, 991, 381),
  L7173: sheet(2, 5, 991, 570),
};

export const labelsOnSheet = ({ columns, rows }: LabelSheet): number => columns * rows;

/** "L7160: 21 labels of 63.5 × 38.1 mm" */
export const labelSheetName = (code: LabelSheetCode): string => {
  const { width, height } = labelSheets[code];
  return `${code}: ${labelsOnSheet(labelSheets[code])} labels of ${width / 10} × ${height / 10} mm`;
};

/** Margin kept free along the edges of a label, because printers are never exact. */
export const labelPadding = 20;
/** The smallest labels have no room for a readable price. */
export const fitsShelf = (code: LabelSheetCode): boolean => labelSheets[code].width >= 600;

/** The area for the bars: the full width of a barcode label, the right half of a shelf label. */
export function barsRoom({ width }: LabelSheet, kind: LabelKind): number {
  const inner = width - 2 * labelPadding;
  return kind === 'shelf' ? Math.floor((inner * 58) / 100) : inner;
}

/** At most one and a half times the nominal 0.33 mm, so that a scanner held close sees all of it. */
const widestModule = 50;

/**
 * The width of one module in hundredths of a millimetre; null when the code is too long to scan at that size.
 */
export function moduleWidth(bars: Bars, sheetOf: LabelSheet, kind: LabelKind): number | null {
  const width = Math.min(widestModule, Math.floor((barsRoom(sheetOf, kind) * 10) / bars.modules));
  return width < bars.smallestModule ? null : width;
}
