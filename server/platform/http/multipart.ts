import type { FastifyRequest } from 'fastify';
import { attachmentMaxBytes, fileTooLarge, refuseByName } from '#domain/kernel/attachment-rules';
import { checkAttachment } from '../files/attachment-types';
import { type FileStore, FileTooLarge } from '../files/file-store';
import { Refusal } from './refusal';

/** A file of the form, judged by its content and already in the file store. */
export type StoredUpload = {
  /** The name of the form's field that it came in. */
  readonly fieldName: string;
  readonly fileName: string;
  readonly mediaType: string;
  readonly sha256: string;
  readonly bytes: number;
};

/** The text fields and the stored files of a multipart body. */
export type MultipartBody = {
  readonly fields: Readonly<Record<string, string>>;
  readonly files: readonly StoredUpload[];
};

/**
 * Reads a multipart body: text fields as they stand, files streamed into the store one after the other.
 * @throws Refusal 422 with one message per rejected file, in the words of SE-04.
 */
export async function receiveMultipart(request: FastifyRequest, store: FileStore): Promise<MultipartBody> {
  if (!request.isMultipart())
    throw new Refusal('unsupported_media', 'Send this form as multipart/form-data.');
  const fields: Record<string, string> = Object.create(null) as Record<string, string>;
  const files: StoredUpload[] = [];
  const rejected: string[] = [];
  for await (const part of partsOf(request)) {
    if (part.type === 'file') {
      const judged = await storeFile(part.filename, part.file, store);
      if (typeof judged === 'string') rejected.push(judged);
      else files.push({ fieldName: part.fieldname, ...judged });
    } else {
      fields[part.fieldname] = typeof part.value === 'string' ? part.value : '';
    }
  }
  if (rejected.length > 0) {
    throw new Refusal('invalid', rejected.join('\n'), { errors: { attachments: rejected } });
  }
  return { fields, files };
}

const malformed = () =>
  new Refusal('bad_request', 'The form is cut short or malformed. Send it again, whole.');

/** The parts as they come in. What the parser cannot make sense of is the sender's fault. */
async function* partsOf(request: FastifyRequest) {
  try {
    yield* request.parts();
  } catch (error) {
    throw error instanceof Error && !('statusCode' in error) ? malformed() : error;
  }
}

async function storeFile(
  name: string,
  content: NodeJS.ReadableStream & Parameters<FileStore['put']>[0],
  store: FileStore,
): Promise<Omit<StoredUpload, 'fieldName'> | string> {
  const refused = refuseByName(name);
  if (refused) {
    content.resume();
    return refused;
  }
  try {
    const stored = await store.put(content, { maxBytes: attachmentMaxBytes });
    const verdict = await checkAttachment(name, stored, store);
    if (!verdict.accepted) return verdict.message;
    return {
      fileName: verdict.fileName,
      mediaType: verdict.mediaType,
      sha256: stored.sha256,
      bytes: stored.bytes,
    };
  } catch (error) {
    if (error instanceof FileTooLarge) return fileTooLarge(name);
    // The parser's own words, for a body that ends in the middle of a file.
    if (error instanceof Error && /unexpected end of multipart/i.test(error.message)) throw malformed();
    throw error;
  }
}
