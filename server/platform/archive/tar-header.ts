export const blockBytes = 512;
/** The largest number that eleven octal digits can hold. */
const maxEntry = 8 ** 11 - 1;

/** A tar header in the ustar format, which every tar can read. Names are short and plain. */
export function tarHeader(name: string, bytes: number): Buffer {
  if (!/^[\x20-\x7e]{1,100}$/.test(name))
    throw new RangeError(`"${name}" cannot be the name of a file in an archive`);
  if (bytes > maxEntry) throw new RangeError(`${name} is too large for an archive`);
  const header = Buffer.alloc(blockBytes);
  header.write(name, 0, 'latin1');
  header.write('0000600\0', 100);
  header.write('0000000\0'.repeat(2), 108);
  header.write(`${bytes.toString(8).padStart(11, '0')}\0`, 124);
  header.write('00000000000\0', 136);
  header.write('0', 156);
  header.write('ustar\u000000', 257);
  header.write(`${sumOf(header).toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

/** Parses a header; undefined when the block is not one. */
export function readTarHeader(header: Buffer): { name: string; bytes: number } | undefined {
  const text = (start: number, length: number) =>
    header.toString('latin1', start, start + length).replace(/\0.*$/s, '');
  const [size, sum] = [text(124, 12).trim(), text(148, 8).trim()];
  if (!/^[0-7]+$/.test(size) || !/^[0-7]+$/.test(sum) || text(257, 5) !== 'ustar') return undefined;
  if (Number.parseInt(sum, 8) !== sumOf(header)) return undefined;
  return { name: text(0, 100), bytes: Number.parseInt(size, 8) };
}

/** The checksum of the header; its own bytes count as spaces. */
const sumOf = (header: Buffer): number =>
  header.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 0x20 : byte), 0);

/** The zeros that pad the last block of a file. */
export const paddingOf = (bytes: number): number => (blockBytes - (bytes % blockBytes)) % blockBytes;
