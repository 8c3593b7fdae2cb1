import { type FileHandle, open } from 'node:fs/promises';
import {
  type AttachmentExtension,
  attachmentExtension,
  cleanFileName,
  invalidFileType,
  refuseBySize,
} from '#domain/kernel/attachment-rules';
import { closing, type FileStore, type StoredFile } from './file-store';
import { listCompoundFile } from './compound-file';
import { listZip } from './zip-directory';

/** Whether an upload may be attached: its cleaned name and media type, or the message that refuses it. */
export type AttachmentCheck =
  | { readonly accepted: true; readonly fileName: string; readonly mediaType: string }
  | { readonly accepted: false; readonly message: string };

type ReadsFile = (file: FileHandle, stored: StoredFile) => Promise<boolean>;
type AttachmentType = { readonly mediaType: string; readonly matches: ReadsFile };

const starts = (...bytes: number[]): ReadsFile => {
  const magic = Buffer.from(bytes);
  return (_file, stored) => Promise.resolve(stored.firstBytes.subarray(0, magic.length).equals(magic));
};

const pdf = { mediaType: 'application/pdf', matches: starts(0x25, 0x50, 0x44, 0x46, 0x2d) };
const jpeg = { mediaType: 'image/jpeg', matches: starts(0xff, 0xd8, 0xff) };
const png = { mediaType: 'image/png', matches: starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a) };

const types: Record<AttachmentExtension, AttachmentType> = {
  '.pdf': pdf,
  '.jpg': jpeg,
  '.jpeg': jpeg,
  '.png': png,
  '.doc': { mediaType: 'application/msword', matches: compoundFileWith('WordDocument') },
  '.xls': { mediaType: 'application/vnd.ms-excel', matches: compoundFileWith('Workbook', 'Book') },
  '.docx': {
    mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    // Word sometimes numbers the main part ("document2.xml").
    matches: officePackageWith(/^word\/document\d*\.xml$/),
  },
  '.xlsx': {
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    matches: officePackageWith(/^xl\/workbook\d*\.xml$/),
  },
};

/**
 * Checks an upload's name, size and actual content (statements SE-04, K-04; rule D16): the extension must be allowed
 * and the content must match it. Reads only the start and end of the file.
 */
export async function checkAttachment(
  fileName: string,
  stored: StoredFile,
  store: Pick<FileStore, 'path'>,
): Promise<AttachmentCheck> {
  const clean = cleanFileName(fileName);
  const extension = attachmentExtension(clean);
  if (!extension) return { accepted: false, message: invalidFileType(clean) };
  const tooLarge = refuseBySize(clean, stored.bytes);
  if (tooLarge) return { accepted: false, message: tooLarge };

  const type = types[extension];
  const file = await open(store.path(stored.sha256), 'r');
  const matches = await closing(file, () => type.matches(file, stored));
  return matches
    ? { accepted: true, fileName: clean, mediaType: type.mediaType }
    : { accepted: false, message: invalidFileType(clean) };
}

function compoundFileWith(...streams: string[]): ReadsFile {
  return async (file, stored) => {
    const names = await listCompoundFile(file, stored.bytes);
    return names?.some(name => streams.includes(name)) ?? false;
  };
}

const maxEntries = 2000;
const maxUnpackedBytes = 100 * 1024 * 1024;

const startsLikeZip = starts(0x50, 0x4b, 0x03, 0x04);

/** Whether a stored file is an XLSX workbook that is safe to unpack. */
export async function isXlsx(stored: StoredFile, store: Pick<FileStore, 'path'>): Promise<boolean> {
  const file = await open(store.path(stored.sha256), 'r');
  return closing(file, () => types['.xlsx'].matches(file, stored));
}

function officePackageWith(mainPart: RegExp): ReadsFile {
  return async (file, stored) => {
    if (!(await startsLikeZip(file, stored))) return false;
    const entries = await listZip(file, stored.bytes, maxEntries);
    if (!entries) return false;
    const names = entries.map(entry => entry.name);
    const unpackedBytes = entries.reduce((sum, entry) => sum + entry.unpackedBytes, 0);
    return (
      unpackedBytes <= maxUnpackedBytes &&
      names.includes('[Content_Types].xml') &&
      names.some(name => mainPart.test(name)) &&
      !names.some(name => leavesFolder(name) || holdsMacros(name))
    );
  };
}

const holdsMacros = (name: string) => /(^|\/)vbaproject\.bin$/i.test(name);

const leavesFolder = (name: string) =>
  name.startsWith('/') || /[\\\0]|^[A-Za-z]:/.test(name) || name.split('/').includes('..');
