import type { PdfDocument } from './pdf-document';
import type { PdfLabels } from './pdf-labels';
import type { PdfSlip } from './pdf-slip';

/** What can be drawn: a document that flows over pages, labels in their places, or a strip of till paper. */
export type Drawable = PdfDocument | PdfLabels | PdfSlip;

/** What the drawing thread is sent, and what it answers. */
export type PdfJob = { readonly id: number; readonly document: Drawable };
export type PdfAnswer =
  | { readonly id: number; readonly bytes: Uint8Array }
  | { readonly id: number; readonly failure: string };
