import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { parse } from 'csv-parse';
import { csvOf } from './imports';

/**
 * The catalogue behind the sales lines of "Online Retail": each code with its descriptions and prices, most frequent
 * first. The file is gzipped CSV with the columns StockCode, Description and UnitPrice.
 */
export async function onlineRetailCatalogue(path: string): Promise<string> {
  const lines = createReadStream(path)
    .pipe(createGunzip())
    .pipe(parse({ columns: true, relax_quotes: true }));
  const codes = new Map<string, Map<string, number>>();
  for await (const line of lines) {
    const { StockCode, Description, UnitPrice } = line as Record<string, string>;
    const texts = codes.get(StockCode ?? '') ?? new Map<string, number>();
    const text = JSON.stringify([Description, UnitPrice]);
    texts.set(text, (texts.get(text) ?? 0) + 1);
    codes.set(StockCode ?? '', texts);
  }
  const rows = [...codes].flatMap(([code, texts]) =>
    [...texts]
      .sort((one, other) => other[1] - one[1])
      .map(([text]) => [code, ...(JSON.parse(text) as string[])]),
  );
  return csvOf([['StockCode', 'Description', 'UnitPrice'], ...rows]);
}
