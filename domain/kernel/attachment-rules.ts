/**
 * What may be attached to an email or record, by name and size: the browser checks before sending, and the server
 * checks again and then inspects the content (statements SE-01, SE-04, K-04).
 */
export const attachmentExtensions = [
  '.pdf',
  '.jpg',
  '.jpeg',
  '.png',
  '.doc',
  '.docx',
  '.xls',
  '.xlsx',
] as const;
export type AttachmentExtension = (typeof attachmentExtensions)[number];

/** The largest attachment, in bytes: exactly 10 MB is allowed. */
export const attachmentMaxBytes = 10 * 1024 * 1024;

const maxFileNameLength = 200;

// Control characters and line ends would break headers; direction marks make "cod.exe" read as "exe.doc".
const unsafeInNames = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/**
 * The name under which a file is stored and shown: no folder, no control or direction characters, at most 200
 * characters with the extension kept. An empty result becomes "file".
 */
export function cleanFileName(name: string): string {
  const lastPart = name.split(/[/\\]/).at(-1) ?? '';
  const plain = lastPart
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(unsafeInNames, '')
    .replaceAll(/\s+/gu, ' ')
    .trim();
  if (plain === '' || plain === '.' || plain === '..') return 'file';
  const characters = Array.from(plain);
  if (characters.length <= maxFileNameLength) return plain;
  const ending = attachmentExtension(plain) ?? '';
  return (
    characters.slice(0, maxFileNameLength - ending.length).join('') +
    plain.slice(plain.length - ending.length)
  );
}

/** The allowed extension of a name in lower case, or undefined. */
export function attachmentExtension(name: string): AttachmentExtension | undefined {
  const lowered = name.toLowerCase();
  return attachmentExtensions.find(ending => lowered.endsWith(ending) && lowered.length > ending.length);
}

export const invalidFileType = (name: string) => `${cleanFileName(name)}: Invalid file type`;
export const fileTooLarge = (name: string) => `${cleanFileName(name)}: File too large (max 10MB)`;

/** The refusal of a file for its extension, or null when it is allowed. */
export const refuseByName = (name: string): string | null =>
  attachmentExtension(cleanFileName(name)) ? null : invalidFileType(name);

/** The refusal of a file for its size in bytes, or null when it is small enough. */
export const refuseBySize = (name: string, bytes: number): string | null =>
  bytes > attachmentMaxBytes ? fileTooLarge(name) : null;
