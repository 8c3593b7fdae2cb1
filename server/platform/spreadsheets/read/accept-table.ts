import { cleanFileName } from '#domain/kernel/attachment-rules';
import { sizeInWords } from '#domain/kernel/size-in-words';
import { isXlsx } from '../../files/attachment-types';
import type { UploadPolicy } from '../../http/multipart';
import { UnreadableTable } from './table-row';
import { findEncoding } from './text-encoding';

const csvName = /.\.(?:csv|tsv|txt)$/i;
const xlsxName = /.\.xlsx$/i;

const otherKind = (name: string) =>
  `${name} is not a CSV or XLSX file. Save it as CSV or XLSX in your spreadsheet program, then upload that file.`;

/** Accepts tables to read: CSV (or tab-separated text) and XLSX, whose content matches the extension. */
export const acceptTables = (maxBytes: number): UploadPolicy => ({
  field: 'file',
  maxBytes,
  tooLarge: name =>
    `${cleanFileName(name)} is larger than ${sizeInWords(maxBytes)}. Split it and import the parts.`,
  refuseByName: name => {
    const clean = cleanFileName(name);
    return csvName.test(clean) || xlsxName.test(clean) ? null : otherKind(clean);
  },
  check: async (name, stored, store) => {
    const fileName = cleanFileName(name);
    const refused = (message: string) => ({ accepted: false as const, message });
    if (stored.bytes === 0) return refused(`${fileName} is empty.`);
    if (xlsxName.test(fileName)) {
      if (await isXlsx(stored, store)) return { accepted: true, fileName, mediaType: 'xlsx' };
      return refused(`${fileName} is not a readable XLSX file, despite its name.`);
    }
    if (isBinary(stored.firstBytes)) return refused(`${fileName} is not a CSV file, despite its name.`);
    try {
      await findEncoding(store.path(stored.sha256));
      return { accepted: true, fileName, mediaType: 'csv' };
    } catch (error) {
      if (error instanceof UnreadableTable) return refused(`${fileName}: ${error.message}`);
      throw error;
    }
  },
});

// Binary files without a zero byte near the start could pass for Windows-1252.
const isBinary = (first: Buffer) =>
  ['PK\u0003\u0004', '%PDF-', '\u0089PNG', '\u00ff\u00d8\u00ff', '\u00d0\u00cf\u0011\u00e0'].some(magic =>
    first.subarray(0, magic.length).equals(Buffer.from(magic, 'latin1')),
  );
