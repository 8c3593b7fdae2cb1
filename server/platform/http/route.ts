import { Readable } from 'node:stream';
import type { AnyCall, BodyOf, PathParams, QueryOf, ReplyOf } from '#domain/kernel/call';
import type { FileStore } from '../files/file-store';
import type { ReadContext, WriteContext } from './context';
import type { MultipartBody, UploadPolicy } from './multipart';
import type { Refusal } from './refusal';

/** A reply of bytes, such as a report or an export. */
export class FileReply {
  readonly fileName: string;
  readonly contentType: string;
  readonly content: Readable | Buffer;
  /** Of an export while its content is read: how many rows it has so far. */
  readonly rowsSoFar: (() => number) | undefined;
  constructor(fileName: string, contentType: string, content: Readable | Buffer, rowsSoFar?: () => number) {
    this.fileName = fileName;
    this.contentType = contentType;
    this.content = content;
    this.rowsSoFar = rowsSoFar;
    if (content instanceof Readable) survivingErrors(content);
  }

  /** The content as a stream, whichever it is. */
  stream(): Readable {
    return Buffer.isBuffer(this.content) ? survivingErrors(Readable.from([this.content])) : this.content;
  }
}

/**
 * The reader of the stream is given its error. Until there is one, for instance while a file to write to is opened, an
 * error that no one listens for would end the process.
 */
function survivingErrors(stream: Readable): Readable {
  return stream.on('error', () => undefined);
}

/** The bytes of a file from `start` to `end`, both included. */
export type ByteRange = { readonly start: number; readonly end: number };

/** A reply of a stored file, of which a client may ask for a part: a download that was cut off goes on where it ended. */
export class StoredFileReply {
  readonly fileName: string;
  readonly contentType: string;
  readonly sha256: string;
  readonly bytes: number;
  readonly read: (range: ByteRange) => Readable;
  constructor(parts: StoredFileReply) {
    this.fileName = parts.fileName;
    this.contentType = parts.contentType;
    this.sha256 = parts.sha256;
    this.bytes = parts.bytes;
    this.read = parts.read;
  }
}

/** A reply that stays open and sends events until either side ends it. */
export class StreamReply {
  readonly events: Readable;
  constructor(events: Readable) {
    this.events = events;
  }
}

/** What a write may use before its transaction opens: it may store files, and read. */
export type BeforeWrite = Omit<ReadContext, 'files'> & { readonly files: FileStore };
/** The same, with where the request came from. */
export type BeforeRequest = BeforeWrite & { readonly address: string };

type Params<C extends AnyCall> = PathParams<C['path']>;
type Reply<C extends AnyCall> = ReplyOf<C> | FileReply | StoredFileReply | StreamReply;

export type ReadInput<C extends AnyCall> = ReadContext & {
  readonly params: Params<C>;
  readonly query: QueryOf<C>;
};
export type WriteInput<C extends AnyCall> = {
  readonly ctx: WriteContext;
  readonly params: Params<C>;
  readonly query: QueryOf<C>;
  readonly body: BodyOf<C>;
};

/** A route with its types erased, for the registry. */
export type Route = {
  readonly kind: 'read' | 'write';
  readonly call: AnyCall;
  readonly handle: (input: never) => Promise<unknown>;
  /** What it reads may be a second old, so it may come from a standby. */
  readonly mayLag?: true;
  /** Signing in, sales of tills and health checks: taken however many requests wait for the database (decision 201). */
  readonly goesFirst?: true;
  /** Reads or changes all of a log, a history or a person's data, so it has more time than other requests. */
  readonly takesLong?: true;
  /** The reply contains a secret shown once, so it is never stored for a repeated request. */
  readonly answersSecret?: true;
  /** Prepares the input before the transaction opens; its result is the body of the use case. */
  readonly prepare?: (before: BeforeRequest, input: never) => Promise<unknown>;
  readonly settle?: (read: ReadContext, result: never) => Promise<unknown>;
  /** The files that a multipart body may contain; attachments by default. */
  readonly uploads?: UploadPolicy;
};

/** The path in the router's syntax: `/suppliers/{id}` is at `/api/suppliers/:id`. */
export const addressOf = (call: AnyCall): string => `/api${call.path.replaceAll(/\{(\w+)\}/g, ':$1')}`;

export const goesFirst = (route: Route): Route => ({ ...route, goesFirst: true });
export const takesLong = (route: Route): Route => ({ ...route, takesLong: true });

/** A route that changes nothing. */
export const read = <C extends AnyCall>(
  call: C,
  handle: (input: ReadInput<C>) => Promise<Reply<C>>,
): Route => ({
  kind: 'read',
  call,
  handle,
});

/**
 * A route that writes, in one transaction. A use case that must keep its writes although it refuses (a failed sign-in
 * is recorded) returns the refusal instead of throwing it.
 */
export const write = <C extends AnyCall>(
  call: C,
  handle: (input: WriteInput<C>) => Promise<ReplyOf<C> | Refusal>,
): Route => ({ kind: 'write', call, handle });

/**
 * A write whose reply contains a token, a password or codes that are stored nowhere: a repeated request is run again.
 */
export const writeSecret = <C extends AnyCall>(
  call: C,
  handle: (input: WriteInput<C>) => Promise<ReplyOf<C> | Refusal>,
): Route => ({ kind: 'write', call, handle, answersSecret: true });

/**
 * A write with a multipart body, whose files are stored before its transaction opens. After the commit, `settle` waits
 * for an outcome outside the database and turns it into the reply.
 */
export const writeUpload = <C extends AnyCall, Result>(
  call: C,
  handle: (input: Omit<WriteInput<C>, 'body'> & { readonly body: MultipartBody }) => Promise<Result>,
  settle: (read: ReadContext, result: Result) => Promise<ReplyOf<C>>,
  uploads?: UploadPolicy,
): Route => ({ kind: 'write', call, handle, settle, ...(uploads ? { uploads } : {}) });

/**
 * A write with a multipart body whose files need processing: `prepare` does it before the transaction opens, so that no
 * lock waits for it, and passes the result to the use case.
 */
export const writePrepared = <C extends AnyCall, Body>(
  call: C,
  prepare: (files: FileStore, body: MultipartBody) => Promise<Body>,
  handle: (input: Omit<WriteInput<C>, 'body'> & { readonly body: Body }) => Promise<ReplyOf<C>>,
  uploads?: UploadPolicy,
): Route => ({
  kind: 'write',
  call,
  ...(uploads ? { uploads } : {}),
  prepare: (before, { body }: { body: MultipartBody }) => prepare(before.files, body),
  handle,
});

/**
 * A write whose reply is read after the commit, so that no lock waits for it. A repeated request with the same
 * Idempotency-Key has one effect, and reads again.
 */
export const writeThenRead = <C extends AnyCall, Result>(
  call: C,
  handle: (input: WriteInput<C>) => Promise<Result>,
  settle: (read: ReadContext, result: Result) => Promise<Reply<C>>,
): Route => ({ kind: 'write', call, handle, settle });

/**
 * A write with work before its transaction (rendering a document) and an outcome after it (sending a message): no lock
 * waits for either.
 */
export const writeSettled = <C extends AnyCall, Body, Result>(
  call: C,
  steps: {
    readonly prepare: (before: BeforeRequest, input: Omit<WriteInput<C>, 'ctx'>) => Promise<Body>;
    readonly handle: (input: Omit<WriteInput<C>, 'body'> & { readonly body: Body }) => Promise<Result>;
    readonly settle: (read: ReadContext, result: Result) => Promise<ReplyOf<C>>;
  },
): Route => ({ kind: 'write', call, ...steps });

/**
 * A write whose reply is secret, with work before its transaction, such as asking another server, so that no lock waits for
 * it.
 */
export const writeSecretPrepared = <C extends AnyCall, Body>(
  call: C,
  prepare: (before: BeforeRequest, input: Omit<WriteInput<C>, 'ctx'>) => Promise<Body>,
  handle: (input: Omit<WriteInput<C>, 'body'> & { readonly body: Body }) => Promise<ReplyOf<C> | Refusal>,
): Route => ({ kind: 'write', call, prepare, handle, answersSecret: true });
