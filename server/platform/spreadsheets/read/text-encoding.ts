import { UnreadableTable } from './table-row';
import type { TextSource } from './table-source';

export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/**
 * The encoding of a text file: by its byte order mark, else UTF-8 when all of it is valid, else Windows-1252, which
 * older Windows programs write. Reads the text once, in blocks. @throws UnreadableTable when it is not text.
 */
export async function findEncoding(open: TextSource): Promise<TextEncoding> {
  let encoding: TextEncoding = 'utf-8';
  let isFirst = true;
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const block of open()) {
    if (isFirst) {
      if (block[0] === 0xff && block[1] === 0xfe) return 'utf-16le';
      if (block[0] === 0xfe && block[1] === 0xff) return 'utf-16be';
      isFirst = false;
    }
    if (block.includes(0))
      throw new UnreadableTable('This is not a text file. Save it as CSV or XLSX, then upload that file.');
    if (encoding === 'utf-8' && !decodes(decoder, block)) encoding = 'windows-1252';
  }
  if (encoding === 'utf-8' && !decodes(decoder)) return 'windows-1252';
  return encoding;
}

function decodes(decoder: InstanceType<typeof TextDecoder>, block?: Buffer): boolean {
  try {
    decoder.decode(block, { stream: block !== undefined });
    return true;
  } catch {
    return false;
  }
}

/** Streams the decoded text, without its byte order mark. */
export async function* readText(open: TextSource, encoding: TextEncoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const block of open()) {
    const text = decoder.decode(block, { stream: true });
    if (text !== '') yield text;
  }
  const rest = decoder.decode();
  if (rest !== '') yield rest;
}
