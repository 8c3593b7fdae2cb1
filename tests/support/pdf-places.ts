import { getDocumentProxy } from 'unpdf';

type Place = { readonly text: string; readonly right: number };
/** A sheet of a PDF: its width in points, whether it is wider than high, and its texts with their right edges. */
export type Sheet = {
  readonly width: number;
  readonly isLandscape: boolean;
  readonly places: readonly Place[];
};

/** Where each text of a PDF is printed. A text beyond the width of its sheet is cut off on paper. */
export async function sheetsOfPdf(bytes: Buffer): Promise<Sheet[]> {
  const document = await getDocumentProxy(new Uint8Array(bytes));
  const sheets: Sheet[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { width, height } = page.getViewport({ scale: 1 });
    const { items } = await page.getTextContent();
    const places = items.flatMap(item =>
      'str' in item && item.str.trim() !== ''
        ? [{ text: item.str, right: Number(item.transform[4]) + item.width }]
        : [],
    );
    sheets.push({ width, isLandscape: width > height, places });
  }
  return sheets;
}
