import { expect, test } from 'vitest';
import {
  attachmentExtensions,
  attachmentMaxBytes,
  cleanFileName,
  refuseByName,
  refuseBySize,
} from './attachment-rules';

test('SE-01 exactly the eight named types may be attached, in any case', () => {
  expect([...attachmentExtensions]).toEqual([
    '.pdf',
    '.jpg',
    '.jpeg',
    '.png',
    '.doc',
    '.docx',
    '.xls',
    '.xlsx',
  ]);
  for (const extension of attachmentExtensions) {
    expect(refuseByName(`quote${extension}`)).toBeNull();
    expect(refuseByName(`QUOTE${extension.toUpperCase()}`)).toBeNull();
  }
});

test.each(['run.exe', 'invoice.pdf.exe', 'page.html', 'logo.svg', 'pdf', '.pdf', 'macro.docm', 'a.pdf.'])(
  'SE-04 %j is refused by its name',
  name => {
    expect(refuseByName(name)).toBe(`${name}: Invalid file type`);
  },
);

test('K-04 exactly 10 MB is allowed, and one byte more is refused in the specification’s words', () => {
  expect(attachmentMaxBytes).toBe(10_485_760);
  expect(refuseBySize('a.pdf', 10_485_760)).toBeNull();
  expect(refuseBySize('a.pdf', 10_485_761)).toBe('a.pdf: File too large (max 10MB)');
});

test.each([
  ['../../etc/passwd', 'passwd'],
  ['C:\\fakepath\\quote.pdf', 'quote.pdf'],
  ['quote\r\nBcc: x@example.com.pdf', 'quoteBcc: x@example.com.pdf'],
  ['quote\u202efdp.exe', 'quotefdp.exe'],
  ['\u0000\u0007', 'file'],
  ['..', 'file'],
  ['  Zoë  und 株式会社.pdf ', 'Zoë und 株式会社.pdf'],
  ['half\ud800.pdf', 'half\ufffd.pdf'],
])('the name %j is stored as %j', (name, clean) => {
  expect(cleanFileName(name)).toBe(clean);
});

test('a long name is cut to 200 characters, never within a character, and keeps its extension', () => {
  const clean = cleanFileName(`${'😀'.repeat(300)}.xlsx`);
  expect(clean).toBe(`${'😀'.repeat(195)}.xlsx`);
  expect(refuseByName(clean)).toBeNull();
});
