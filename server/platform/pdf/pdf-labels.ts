/** Labels on an A4 sheet as plain data, for the drawing thread. Lengths are millimetres. */
export type PdfLabels = {
  readonly title: string;
  readonly author: string;
  readonly printedAt: Date;
  readonly sheet: PdfLabelSheet;
  /** How many labels of the first sheet are already used. */
  readonly skip: number;
  readonly labels: readonly PdfLabel[];
};

export type PdfLabelSheet = {
  readonly columns: number;
  readonly rows: number;
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly top: number;
  readonly across: number;
  readonly padding: number;
};

export type PdfLabel = {
  /** The product's name; truncated with an ellipsis. */
  readonly name: string;
  readonly reference: string;
  readonly price: string;
  /** Below a large price: the unit it is for, and whether it includes VAT. */
  readonly priceNote: string;
  /** A large price for shelf labels, or a large barcode for product labels. */
  readonly large: 'price' | 'bars';
  readonly bars: PdfBars | null;
};

export type PdfBars = {
  /** Widths of bars and spaces alternately, a bar first, in modules. */
  readonly runs: readonly number[];
  /** The total width, including quiet zones. */
  readonly modules: number;
  readonly quietLeft: number;
  readonly module: number;
  readonly text: string;
};
