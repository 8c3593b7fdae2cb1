import { expect, test } from 'vitest';
import { attachmentMaxBytes } from './attachment-rules';
import { sizeInWords } from './size-in-words';

const kilo = 1024;

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [1023, '1,023 bytes'],
  [kilo, '1 KB'],
  [3_000, '3 KB'],
  [1000 * kilo, '1,000 KB'],
  // What would read as 1,024 of a unit is 1 of the next.
  [kilo ** 2 - 1, '1 MB'],
  [1.44 * kilo ** 2, '1.4 MB'],
  [attachmentMaxBytes, '10 MB'],
  [120.4 * kilo ** 2, '120 MB'],
  [kilo ** 3 - 1, '1 GB'],
  [1.5 * kilo ** 3, '1.5 GB'],
  [2.5 * kilo ** 4, '2.5 TB'],
  [5_000 * kilo ** 4, '5,000 TB'],
])('%d bytes are %s', (bytes, words) => expect(sizeInWords(bytes)).toBe(words));
