import type { PdfDocument } from './pdf-document';
import type { PdfLabels } from './pdf-labels';

/** What can be drawn: a document that flows over pages, or labels in their places. */
export type Drawable = PdfDocument | PdfLabels;

/** What the drawing thread is sent, and what it answers. */
export type PdfJob = { readonly id: number; readonly document: Drawable };
export type PdfAnswer =
  | { readonly id: number; readonly bytes: Uint8Array }
  | { readonly id: number; readonly failure: string };
