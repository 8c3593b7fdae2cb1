import { cleanFileName } from '#domain/kernel/attachment-rules';
import { sizeInWords } from '#domain/kernel/size-in-words';
import { isXlsx } from '../../files/attachment-types';
import type { UploadPolicy } from '../../http/multipart';
import { UnreadableTable } from './table-row';
import { type TextSource, textSource } from './table-source';
import { findEncoding } from './text-encoding';

const csvName = /.\.(?:csv|tsv|txt)$/i;
const gzipName = /.\.(?:csv|tsv|txt)\.gz$/i;
const xlsxName = /.\.xlsx$/i;

const otherKind = (name: string) =>
  /\.gz$/i.test(name)
    ? `${name} is not a compressed CSV file: its name must end in .csv.gz. XLSX files are compressed already. Upload them as they are.`
    : `${name} is not a CSV or XLSX file. Save it as CSV or XLSX in your spreadsheet program, then upload that file.`;

/**
 * Accepts tables to read: CSV (or tab-separated text), the same compressed with gzip, and XLSX. The content must match
 * the extension. Of a long text only the start is checked: the job that reads it checks all of it.
 */
export const acceptTables = ({
  maxBytes,
  maxFiles,
}: {
  maxBytes: number;
  maxFiles: number;
}): UploadPolicy => ({
  field: 'file',
  maxBytes,
  maxFiles,
  tooLarge: name =>
    `${cleanFileName(name)} is larger than ${sizeInWords(maxBytes)}. Compress it with gzip, or split it and upload the parts together.`,
  refuseByName: name => {
    const clean = cleanFileName(name);
    return csvName.test(clean) || gzipName.test(clean) || xlsxName.test(clean) ? null : otherKind(clean);
  },
  check: async (name, stored, store) => {
    const fileName = cleanFileName(name);
    const refused = (message: string) => ({ accepted: false as const, message });
    if (stored.bytes === 0) return refused(`${fileName} is empty.`);
    if (xlsxName.test(fileName)) {
      if (await isXlsx(stored, store)) return { accepted: true, fileName, mediaType: 'xlsx' };
      return refused(`${fileName} is not a readable XLSX file, despite its name.`);
    }
    const format = gzipName.test(fileName) ? 'csv.gz' : 'csv';
    if (format === 'csv.gz' && !isGzip(stored.firstBytes))
      return refused(`${fileName} is not a gzip file, despite its name.`);
    try {
      await checkStart(textSource(store.path(stored.sha256), format));
      return { accepted: true, fileName, mediaType: format };
    } catch (error) {
      if (error instanceof NotText) return refused(`${fileName} is not a CSV file, despite its name.`);
      if (error instanceof UnreadableTable) return refused(`${fileName}: ${error.message}`);
      throw error;
    }
  },
});

class NotText extends Error {}

const checkedBytes = 4 * 1024 ** 2;

/** Checks the first megabytes, so that the request does not wait for a long file. */
async function checkStart(open: TextSource): Promise<void> {
  await findEncoding(async function* start() {
    let bytes = 0;
    for await (const block of open()) {
      if (bytes === 0 && isBinary(block)) throw new NotText();
      yield block;
      bytes += block.length;
      if (bytes >= checkedBytes) return;
    }
  });
}

const isGzip = (first: Buffer) => first[0] === 0x1f && first[1] === 0x8b;

// Binary files without a zero byte near the start could pass for Windows-1252.
const isBinary = (first: Buffer) =>
  isGzip(first) ||
  ['PK\u0003\u0004', '%PDF-', '\u0089PNG', '\u00ff\u00d8\u00ff', '\u00d0\u00cf\u0011\u00e0'].some(magic =>
    first.subarray(0, magic.length).equals(Buffer.from(magic, 'latin1')),
  );
