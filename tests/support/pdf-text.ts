import { extractText, getDocumentProxy } from 'unpdf';

/** Everything that can be read in a PDF, in one text. */
export async function textOfPdf(bytes: Buffer): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true });
  return text;
}
