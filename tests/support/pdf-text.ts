import { extractText, getDocumentProxy } from 'unpdf';

/** All text of a PDF. */
export async function textOfPdf(bytes: Buffer): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true });
  return text;
}
