import type { PdfPicture } from './pdf-document';
import type { PdfBars } from './pdf-labels';

/** A till receipt as plain data, as wide as the roll and as long as its content. */
export type PdfSlip = {
  readonly title: string;
  readonly author: string;
  readonly printedAt: Date;
  readonly slip: readonly SlipBlock[];
};

export type SlipBlock =
  /** Centred: the shop, the kind of document, COPY. */
  | { readonly block: 'centre'; readonly text: string; readonly weight?: 'large' | 'bold' }
  /** A label on the left and a figure on the right. */
  | {
      readonly block: 'pair';
      readonly left: string;
      readonly right: string;
      readonly weight?: 'large' | 'bold';
    }
  /** Text that wraps, followed by `unbroken`, which does not. */
  | { readonly block: 'text'; readonly text: string; readonly unbroken?: string }
  | { readonly block: 'rule' }
  /** The shop's logo, centred. */
  | { readonly block: 'picture'; readonly picture: PdfPicture }
  | { readonly block: 'bars'; readonly bars: PdfBars };
