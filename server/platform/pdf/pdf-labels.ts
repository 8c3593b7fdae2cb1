/** Labels on a sheet of A4 as plain data, so that they can be handed to the drawing thread. Lengths are millimetres. */
export type PdfLabels = {
  readonly title: string;
  readonly author: string;
  readonly printedAt: Date;
  readonly sheet: PdfLabelSheet;
  /** How many labels of the first sheet are used already. */
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
  /** Says what it is; cut off with an ellipsis where there is no room. */
  readonly name: string;
  readonly reference: string;
  readonly price: string;
  /** Stands below a large price: what it is for and whether VAT is in it. */
  readonly priceNote: string;
  /** The price large for the shelf, or the bars large for the goods. */
  readonly large: 'price' | 'bars';
  readonly bars: PdfBars | null;
};

export type PdfBars = {
  /** Widths of bars and spaces in turn, a bar first, in modules. */
  readonly runs: readonly number[];
  /** All of it, quiet zones included. */
  readonly modules: number;
  readonly quietLeft: number;
  readonly module: number;
  readonly text: string;
};
