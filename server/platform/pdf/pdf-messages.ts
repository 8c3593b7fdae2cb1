import type { PdfDocument } from './pdf-document';
import type { PdfLabels } from './pdf-labels';
import type { PdfSlip } from './pdf-slip';

/** What can be drawn: a document with pages, labels at fixed positions, or a till receipt. */
export type Drawable = PdfDocument | PdfLabels | PdfSlip;

/** What the drawing thread is told when it starts: a word to print across every page. */
export type PdfWorkerData = { readonly watermark: string | null };

/** The messages to and from the drawing thread. */
export type PdfJob = { readonly id: number; readonly document: Drawable };
export type PdfAnswer =
  | { readonly id: number; readonly bytes: Uint8Array }
  | { readonly id: number; readonly failure: string };
