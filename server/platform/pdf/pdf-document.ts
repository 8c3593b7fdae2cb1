/**
 * A business document as plain data: no functions, no URLs, and no picture but the sender's logo with its bytes, so
 * that it can be sent to the drawing thread and cannot reach a file or the network. `document-parts.ts` builds the
 * blocks.
 */
export type PdfDocument = {
  /** The document's title in the viewer, and at the top of every page but the first. */
  readonly title: string;
  /** The company that issues the document. */
  readonly author: string;
  /** In the footer of every page, in London time. */
  readonly printedAt: Date;
  /** A4; portrait by default. */
  readonly orientation?: 'portrait' | 'landscape';
  readonly blocks: readonly PdfBlock[];
};

export type PdfBlock =
  | {
      readonly block: 'company';
      readonly name: string;
      readonly lines: readonly string[];
      readonly logo: PdfPicture | null;
    }
  | { readonly block: 'title'; readonly title: string; readonly subtitle?: string }
  | { readonly block: 'facts'; readonly heading?: string; readonly facts: readonly PdfFact[] }
  | { readonly block: 'tiles'; readonly tiles: readonly PdfFact[] }
  | { readonly block: 'text'; readonly heading?: string; readonly text: string }
  /** A right-aligned running total: each amount is added to those above, or subtracted when negative. */
  | { readonly block: 'sums'; readonly sums: readonly PdfSum[] }
  | PdfTable;

/** A small PNG or JPEG: `address` is `data:image/…;base64,…`, so nothing is fetched. */
export type PdfPicture = { readonly address: string };

/** A label and its value. */
export type PdfFact = readonly [label: string, value: string];

/** Totals of the amounts above are bold. */
export type PdfSum = readonly [label: string, value: string, weight?: 'bold'];

export type PdfTable = {
  readonly block: 'table';
  /** Repeated with the column headers on every page that the table reaches. */
  readonly heading: string;
  readonly columns: readonly PdfColumn[];
  /** Cells in the order of the columns, already formatted. */
  readonly rows: readonly (readonly string[])[];
  /** A last row in bold, such as totals. */
  readonly totals?: readonly string[];
  /** The text shown when there are no rows. */
  readonly empty: string;
};

export type PdfColumn = {
  readonly header: string;
  /** Figures and amounts are right-aligned; they never wrap, and their digits have equal widths. */
  readonly align?: 'start' | 'end';
};
