import type { FastifyRequest } from 'fastify';
import { attachmentMaxBytes, fileTooLarge, refuseByName } from '#domain/kernel/attachment-rules';
import { type AttachmentCheck, checkAttachment } from '../files/attachment-types';
import { type FileStore, FileTooLarge, type StoredFile } from '../files/file-store';
import { Refusal } from './refusal';
import { takeAsUpload } from './slow-bodies';

/** An uploaded file, already checked by its content and in the file store. */
export type StoredUpload = {
  /** The form field it was sent in. */
  readonly fieldName: string;
  readonly fileName: string;
  readonly mediaType: string;
  readonly sha256: string;
  readonly bytes: number;
};

/** Which files a form accepts, and the messages for others. */
export type UploadPolicy = {
  /** The form field that a refusal names. */
  readonly field: string;
  readonly maxBytes: number;
  /** The files of one request, where it is not ten. */
  readonly maxFiles?: number;
  readonly tooLarge: (name: string) => string;
  readonly refuseByName: (name: string) => string | null;
  /** Keeps the valid files although others are refused; otherwise one invalid file refuses them all. */
  readonly keepsValid?: true;
  /** Checks a stored file by its content. */
  readonly check: (
    name: string,
    stored: StoredFile,
    store: Pick<FileStore, 'path'>,
  ) => Promise<AttachmentCheck>;
};

/** Files that may be attached to a message or a record (SE-04, K-04). */
export const attachments: UploadPolicy = {
  field: 'attachments',
  maxBytes: attachmentMaxBytes,
  tooLarge: fileTooLarge,
  refuseByName,
  check: checkAttachment,
};

/** Attachments of a record, where each file is checked by itself (specification section 5, finding F51). */
export const attachmentsOfRecords: UploadPolicy = { ...attachments, keepsValid: true };

/** The text fields and the stored files of a multipart body. */
export type MultipartBody = {
  readonly fields: Readonly<Record<string, string>>;
  readonly files: readonly StoredUpload[];
  /** Why files were skipped, one sentence each, where valid files are kept. */
  readonly rejected: readonly string[];
};

/**
 * Reads a multipart body: text fields as sent, files streamed into the store one after another. @throws Refusal 422
 * with one message for each rejected file (SE-04); where the policy keeps valid files, only when there are none.
 */
export async function receiveMultipart(
  request: FastifyRequest,
  store: FileStore,
  policy: UploadPolicy = attachments,
): Promise<MultipartBody> {
  if (!request.isMultipart())
    throw new Refusal('unsupported_media', 'Send this form as multipart/form-data.');
  takeAsUpload(request.raw);
  const fields: Record<string, string> = Object.create(null) as Record<string, string>;
  const files: StoredUpload[] = [];
  const rejected: string[] = [];
  for await (const part of partsOf(request, policy)) {
    if (part.type === 'file') {
      const judged = await storeFile(part.filename, part.file, store, policy);
      if (typeof judged === 'string') rejected.push(judged);
      else files.push({ fieldName: part.fieldname, ...judged });
    } else {
      fields[part.fieldname] = typeof part.value === 'string' ? part.value : '';
    }
  }
  const canContinue = policy.keepsValid && files.length > 0;
  if (rejected.length > 0 && !canContinue) {
    throw new Refusal('invalid', rejected.join('\n'), { errors: { [policy.field]: rejected } });
  }
  return { fields, files, rejected };
}

const malformed = () => new Refusal('bad_request', 'The form is incomplete or malformed. Send it again.');

const otherParts = 20;

/** The parts of the body as they arrive. A parser error is the client's fault. */
async function* partsOf(request: FastifyRequest, { field, maxBytes, maxFiles = 10 }: UploadPolicy) {
  const limits = { fileSize: maxBytes + 1, files: maxFiles, parts: maxFiles + otherParts };
  try {
    yield* request.parts({ limits });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'FST_FILES_LIMIT') {
      const message = `Upload at most ${maxFiles} files at a time.`;
      throw new Refusal('invalid', message, { errors: { [field]: [message] } });
    }
    throw error instanceof Error && !('statusCode' in error) ? malformed() : error;
  }
}

async function storeFile(
  name: string,
  content: NodeJS.ReadableStream & Parameters<FileStore['put']>[0],
  store: FileStore,
  policy: UploadPolicy,
): Promise<Omit<StoredUpload, 'fieldName'> | string> {
  const refused = policy.refuseByName(name);
  if (refused) {
    content.resume();
    return refused;
  }
  try {
    const stored = await store.put(content, { maxBytes: policy.maxBytes });
    const result = await policy.check(name, stored, store);
    if (!result.accepted) return result.message;
    return {
      fileName: result.fileName,
      mediaType: result.mediaType,
      sha256: stored.sha256,
      bytes: stored.bytes,
    };
  } catch (error) {
    if (error instanceof FileTooLarge) return policy.tooLarge(name);
    // The parser's own message for a body that ends inside a file.
    if (error instanceof Error && /unexpected end of multipart/i.test(error.message)) throw malformed();
    throw error;
  }
}
