import { Readable } from 'node:stream';
import type { FileStore } from '../../platform/files/file-store';
import type { StoredUpload } from '../../platform/http/multipart';

/** A file in the store, to be attached to an email. */
export type StoredDocument = Omit<StoredUpload, 'fieldName'>;

const maxBytes = 25 * 1024 * 1024;

/** Stores a PDF that is to be emailed. It belongs before the transaction, whose locks would wait for the disk. */
export async function storeDocument(
  files: FileStore,
  { fileName, content }: { readonly fileName: string; readonly content: Buffer },
): Promise<StoredDocument> {
  const { sha256, bytes } = await files.put(Readable.from([content]), { maxBytes });
  return { fileName, mediaType: 'application/pdf', sha256, bytes };
}
