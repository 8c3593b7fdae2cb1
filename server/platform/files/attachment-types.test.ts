import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { checkAttachment } from './attachment-types';
import { type FileStore, openFileStore } from './file-store';

let folder: string;
let store: FileStore;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'counterfoil-files-'));
  store = await openFileStore(folder);
});
afterAll(() => rm(folder, { recursive: true }));

async function check(fileName: string, content: Buffer | string) {
  const stored = await store.put(Readable.from([Buffer.from(content)]), { maxBytes: 20 * 1024 * 1024 });
  return checkAttachment(fileName, stored, store);
}

const docxParts = ['[Content_Types].xml', '_rels/.rels', 'word/document.xml'];
const xlsxParts = ['[Content_Types].xml', '_rels/.rels', 'xl/workbook.xml', 'xl/worksheets/sheet1.xml'];

async function zip(names: string[], content = '<x/>'): Promise<Buffer> {
  const file = new ZipFile();
  for (const name of names) file.addBuffer(Buffer.from(content), name);
  file.end();
  return buffer(file.outputStream);
}

/** Overwrites an entry's name in place, for names that writers refuse to write. */
const renamed = (archive: Buffer, from: string, to: string) =>
  Buffer.from(archive.toString('latin1').replaceAll(from, to), 'latin1');

/** The smallest compound file: header, allocation table in sector 0, folder in sector 1. */
function compoundFile(...streams: string[]): Buffer {
  const sector = 512;
  const file = Buffer.alloc(3 * sector);
  Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]).copy(file);
  file.writeUInt16LE(9, 30);
  file.writeUInt32LE(1, 48);
  file.fill(0xff, 76, sector);
  file.writeUInt32LE(0, 76);
  file.writeUInt32LE(0xfffffffd, sector);
  file.writeUInt32LE(0xfffffffe, sector + 4);
  for (const [index, name] of ['Root Entry', ...streams].entries()) {
    const at = 2 * sector + index * 128;
    file.write(name, at, 'utf16le');
    file.writeUInt16LE(name.length * 2 + 2, at + 64);
    file.writeUInt8(index === 0 ? 5 : 2, at + 66);
  }
  return file;
}

const pdf = '%PDF-1.7\n%%EOF';
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0]);
const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0]);

describe('SE-04 a file of an allowed type is accepted', () => {
  test.each([
    ['quote.pdf', pdf, 'application/pdf'],
    ['photo.JPG', jpeg, 'image/jpeg'],
    ['photo.jpeg', jpeg, 'image/jpeg'],
    ['logo.png', png, 'image/png'],
    ['old.doc', compoundFile('WordDocument', '1Table'), 'application/msword'],
    ['old.xls', compoundFile('Workbook'), 'application/vnd.ms-excel'],
    ['older.xls', compoundFile('Book'), 'application/vnd.ms-excel'],
  ])('%s', async (fileName, content, mediaType) => {
    expect(await check(fileName, content)).toEqual({ accepted: true, fileName, mediaType });
  });

  test('letter.docx and prices.xlsx', async () => {
    expect(await check('letter.docx', await zip(docxParts))).toMatchObject({ accepted: true });
    expect(await check('prices.xlsx', await zip(xlsxParts))).toMatchObject({ accepted: true });
  });
});

describe('SE-04 a file whose content does not match its name is refused', () => {
  test.each([
    ['program.pdf', 'MZ\x90\0'],
    ['page.png', '<html><script>alert(1)</script>'],
    ['empty.pdf', ''],
    ['late.pdf', ` ${pdf}`],
    ['photo.jpg', png],
    ['sheet.doc', compoundFile('Workbook')],
    ['installer.xls', compoundFile('Property')],
    ['cut.doc', compoundFile('WordDocument').subarray(0, 600)],
    ['text.docx', 'PK\x03\x04 but no archive'],
    ['encrypted.docx', compoundFile('EncryptedPackage', 'EncryptionInfo')],
  ])('%s', async (fileName, content) => {
    expect(await check(fileName, content)).toEqual({
      accepted: false,
      message: `${fileName}: Invalid file type`,
    });
  });

  test.each<[string, string, () => Promise<Buffer>]>([
    ['a workbook named .docx', 'a.docx', () => zip(xlsxParts)],
    ['a document named .xlsx', 'a.xlsx', () => zip(docxParts)],
    ['any archive', 'a.docx', () => zip(['readme.txt'])],
    ['no content types', 'a.docx', () => zip(['word/document.xml'])],
    ['macros', 'a.docx', () => zip([...docxParts, 'word/vbaProject.bin'])],
    ['macros in capitals', 'a.xlsx', () => zip([...xlsxParts, 'xl/VBAPROJECT.BIN'])],
    [
      'an entry outside its folder',
      'a.docx',
      async () => renamed(await zip([...docxParts, 'word/aa/evil.xml']), 'word/aa/', 'word/../'),
    ],
    [
      'an entry with an absolute path',
      'a.docx',
      async () => renamed(await zip([...docxParts, 'xetc/passwd']), 'xetc/', '/etc/'),
    ],
    [
      'more than 2,000 entries',
      'a.docx',
      () => zip([...docxParts, ...Array.from({ length: 1998 }, (_, index) => `word/media/${index}.png`)]),
    ],
    [
      'a program in front of the archive',
      'a.docx',
      async () => Buffer.concat([Buffer.from('MZ'), await zip(docxParts)]),
    ],
    ['a truncated archive', 'a.docx', async () => (await zip(docxParts)).subarray(0, -30)],
  ])('%s', async (_what, fileName, content) => {
    expect(await check(fileName, await content())).toEqual({
      accepted: false,
      message: `${fileName}: Invalid file type`,
    });
  });

  test('an archive that would unpack to more than 100 MB, found without unpacking it', async () => {
    const bomb = await zip(
      [...docxParts, 'word/media/1.xml', 'word/media/2.xml'],
      '0'.repeat(21 * 1024 * 1024),
    );
    expect(bomb.length).toBeLessThan(1024 * 1024);
    expect(await check('bomb.docx', bomb)).toMatchObject({ accepted: false });
  });
});

test('K-04 refuses a file of 10 MB and one byte, and accepts one of 10 MB', async () => {
  const content = Buffer.alloc(10 * 1024 * 1024 + 1, '%PDF-');
  expect(await check('big.pdf', content)).toEqual({
    accepted: false,
    message: 'big.pdf: File too large (max 10MB)',
  });
  expect(await check('big.pdf', content.subarray(1))).toMatchObject({ accepted: false });
  expect(await check('big.pdf', content.subarray(0, -1))).toMatchObject({ accepted: true });
});

test('refuses an unknown extension without reading the content, with the cleaned name', async () => {
  expect(await check('../x\r\n.exe', pdf)).toEqual({ accepted: false, message: 'x.exe: Invalid file type' });
});
