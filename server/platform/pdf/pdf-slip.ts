import type { PdfPicture } from './pdf-document';
import type { PdfBars } from './pdf-labels';

/** A strip of till paper as plain data, as wide as the roll and as long as what stands on it. */
export type PdfSlip = {
  readonly title: string;
  readonly author: string;
  readonly printedAt: Date;
  readonly slip: readonly SlipBlock[];
};

export type SlipBlock =
  /** In the middle: the shop, the kind of paper, COPY. */
  | { readonly block: 'centre'; readonly text: string; readonly weight?: 'large' | 'bold' }
  /** A label at the start and a figure at the end. */
  | {
      readonly block: 'pair';
      readonly left: string;
      readonly right: string;
      readonly weight?: 'large' | 'bold';
    }
  /** Words; what is `kept` follows them in one piece. */
  | { readonly block: 'text'; readonly text: string; readonly kept?: string }
  | { readonly block: 'rule' }
  /** The logo of the shop, in the middle. */
  | { readonly block: 'picture'; readonly picture: PdfPicture }
  | { readonly block: 'bars'; readonly bars: PdfBars };
