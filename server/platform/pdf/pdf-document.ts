/**
 * A business document as plain data: no functions, no addresses to fetch, and of pictures only the sender's logo with
 * its bytes, so that it can be handed to the drawing thread and nothing in it can reach a file or the network.
 * `document-parts.ts` builds the blocks.
 */
export type PdfDocument = {
  /** The document's title in the viewer, and at the head of every page but the first. */
  readonly title: string;
  /** The company that issues it. */
  readonly author: string;
  /** Stands in the foot of every page, in London time. */
  readonly printedAt: Date;
  /** A4 either way; portrait when left out. */
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
  /** Amounts below one another at the right, each added to the ones above: a minus takes off. */
  | { readonly block: 'sums'; readonly sums: readonly PdfSum[] }
  | PdfTable;

/** A PNG or JPEG that has been made small: `address` is `data:image/…;base64,…`, nothing that would be fetched. */
export type PdfPicture = { readonly address: string };

/** A label and its value. */
export type PdfFact = readonly [label: string, value: string];

/** The ones that are set in bold are what the ones above them come to. */
export type PdfSum = readonly [label: string, value: string, weight?: 'bold'];

export type PdfTable = {
  readonly block: 'table';
  /** Repeated with the column headers on every page that the table reaches. */
  readonly heading: string;
  readonly columns: readonly PdfColumn[];
  /** Cells in the order of the columns, formatted as they shall appear. */
  readonly rows: readonly (readonly string[])[];
  /** A last row in bold, such as the sums. */
  readonly totals?: readonly string[];
  /** What stands in place of the rows when there are none. */
  readonly empty: string;
};

export type PdfColumn = {
  readonly header: string;
  /** Figures and money stand at the end; they never wrap, and their digits are equally wide. */
  readonly align?: 'start' | 'end';
};
