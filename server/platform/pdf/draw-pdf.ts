import { openPdfDrawer, type PdfDrawer } from './pdf-drawer';
import type { Drawable } from './pdf-messages';

let drawer: PdfDrawer | undefined;

/**
 * Draws a document in a thread of its own and returns the PDF's bytes. @throws PdfFailed when too many are waiting, or
 * the document is too large or takes more than a minute.
 */
export function drawPdf(document: Drawable): Promise<Buffer> {
  drawer ??= openPdfDrawer();
  return drawer.draw(document);
}

/** Ends the drawing threads when the server stops. */
export async function closePdfThreads(): Promise<void> {
  await drawer?.close();
  drawer = undefined;
}
