import { cancellation } from '../database/cancellation';
import { openPdfDrawer, type PdfDrawer } from './pdf-drawer';
import type { Drawable } from './pdf-messages';

let drawer: PdfDrawer | undefined;
let watermark: string | null = null;

/** Prints a word across every page of the documents that are drawn from now on. Call it before the first one. */
export function setWatermark(word: string | null): void {
  watermark = word;
}

/**
 * Draws a document in a thread of its own and returns the PDF's bytes, unless the work that needs it is stopped first.
 * @throws PdfFailed when too many are waiting, or the document is too large or takes more than a minute.
 */
export function drawPdf(document: Drawable): Promise<Buffer> {
  drawer ??= openPdfDrawer({ watermark });
  return drawer.draw(document, cancellation());
}

/** Ends the drawing threads when the server stops. */
export async function closePdfThreads(): Promise<void> {
  await drawer?.close();
  drawer = undefined;
}
