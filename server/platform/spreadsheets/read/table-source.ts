import { createReadStream } from 'node:fs';
import { expandGzip } from './expand-gzip';

export type TableFormat = 'csv' | 'csv.gz' | 'xlsx';

/** Opens the text of a file from its start, in blocks. */
export type TextSource = () => AsyncIterable<Buffer>;

/** The text of a file, decompressed while it is read. */
export const textSource =
  (path: string, format: Exclude<TableFormat, 'xlsx'>): TextSource =>
  () =>
    format === 'csv.gz' ? expandGzip(path) : createReadStream(path);
