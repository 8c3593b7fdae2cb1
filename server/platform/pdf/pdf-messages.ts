import type { PdfDocument } from './pdf-document';

/** What the drawing thread is sent, and what it answers. */
export type PdfJob = { readonly id: number; readonly document: PdfDocument };
export type PdfAnswer =
  | { readonly id: number; readonly bytes: Uint8Array }
  | { readonly id: number; readonly failure: string };
