import { truncateText } from '#domain/kernel/truncate-text';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { type ErrorCode, type ErrorReply, errorStatus } from '#domain/kernel/error-codes';
import * as z from 'zod';
import { CommitNotConfirmed } from '../database/confirmed-commit';
import { DatabaseAway } from '../database/database-away';
import { isBusyPool, sqlState, violatedConstraint } from '../database/database-errors';
import { PdfFailed } from '../pdf/pdf-drawer';
import { SecretUnreadable } from '../secrets';
import { sentenceOf } from './constraint-words';
import { Refusal, stopped } from './refusal';

/** The message for a database error, by SQLSTATE or its class (the first two characters). */
const databaseRefusals: Readonly<
  Record<string, { code: ErrorCode; message: string; retryAfterSeconds?: number }>
> = {
  '23505': { code: 'conflict', message: 'A record with the same value exists already.' },
  // A referenced record has gone meanwhile, or another record refers to this one.
  '23503': {
    code: 'conflict',
    message:
      'A related record no longer exists, or still depends on this one. Reload the page and try again.',
  },
  // PostgreSQL 18 reports this instead where a foreign key restricts.
  '23001': { code: 'conflict', message: 'A related record prevents this change.' },
  '23': { code: 'invalid', message: 'A value is not allowed.' },
  '22': { code: 'invalid', message: 'A value is out of range or of the wrong type.' },
  '57014': {
    code: 'unavailable',
    message: 'The request took too long and was stopped. Narrow the search and try again.',
  },
  '55P03': {
    code: 'unavailable',
    message: 'Another user is changing this record. Try again in a moment.',
    retryAfterSeconds: 1,
  },
  // Another server has taken over from this one, or it is being maintained.
  '25006': {
    code: 'unavailable',
    message: 'The database cannot be written to at the moment. Nothing was changed. Try again.',
    retryAfterSeconds: 5,
  },
  '40': {
    code: 'unavailable',
    message: 'The server is busy. Nothing was changed. Try again.',
    retryAfterSeconds: 1,
  },
  '53100': {
    code: 'unavailable',
    message: 'The disk of the database is full. Nothing was changed. Free some space on it, then try again.',
    retryAfterSeconds: 5,
  },
  '53': {
    code: 'unavailable',
    message: 'The server is out of space or connections. Nothing was changed. Try again.',
    retryAfterSeconds: 5,
  },
  '57': {
    code: 'unavailable',
    message: 'The database is restarting. Nothing was changed. Try again.',
    retryAfterSeconds: 2,
  },
  '08': { code: 'unavailable', message: 'The database cannot be reached. Try again.', retryAfterSeconds: 2 },
};

const unreachable = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT']);

/** The database's socket is missing; a missing file is a different matter. */
const hasNoSocket = (error: Error): boolean =>
  'code' in error && error.code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect';

/** Turns any error into a refusal. An unexpected one becomes a 500 that reveals nothing. */
export function refusalFrom(error: unknown, method = 'GET'): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof z.ZodError) return refusalFromIssues(error);
  if (error instanceof PdfFailed) return new Refusal('unavailable', error.message, { retryAfterSeconds: 5 });
  if (error instanceof CommitNotConfirmed)
    return new Refusal(
      'unavailable',
      'It is not certain that this was saved, because the standby database has not confirmed it. Try again.',
      { retryAfterSeconds: 5 },
    );
  if (error instanceof SecretUnreadable) return new Refusal('unavailable', error.message);
  return (
    stoppedWrite(error, method) ??
    fromDatabase(error) ??
    fromFiles(error) ??
    fromFastify(error, method) ??
    new Refusal('failed', 'Something went wrong on the server. The error has been logged. Try again.')
  );
}

/** Whether a fault passes, such as a lost connection, a restart of the database or a deadlock: jobs try again. */
export function isTransient(error: unknown): boolean {
  const { code, retryAfterSeconds } = refusalFrom(error);
  return code === 'unavailable' && retryAfterSeconds !== undefined;
}

/** How many fields a refusal names: more help no one, and a request can have a hundred thousand. */
const maxNamed = 100;

function refusalFromIssues(error: z.ZodError): Refusal {
  // Without a prototype: a client may send a field called `toString`.
  const errors = Object.create(null) as Record<string, string[]>;
  for (const issue of error.issues.slice(0, maxNamed)) {
    const fields =
      issue.code === 'unrecognized_keys'
        ? issue.keys.slice(0, maxNamed).map(key => [...issue.path, key].join('.'))
        : [issue.path.join('.') || 'body'];
    const message = issue.code === 'unrecognized_keys' ? 'Unknown field.' : issue.message;
    for (const field of fields) {
      const named = (errors[truncateText(field, 100)] ??= []);
      // Two checks of a field may refuse it in the same words.
      if (!named.includes(message)) named.push(message);
    }
  }
  const [field, messages] = Object.entries(errors)[0] ?? ['', ['Validation failed']];
  const first = messages[0] ?? 'Validation failed';
  return new Refusal(
    'invalid',
    // Generic messages name the field (domain/kernel/plain-errors.ts).
    first.startsWith('Must ') || first === 'Unknown field.' ? `${field}: ${first}` : first,
    { errors },
  );
}

function fromDatabase(error: unknown): Refusal | undefined {
  const sentence = sentenceOf(violatedConstraint(error));
  if (sentence) return new Refusal('conflict', sentence);
  // Another server is taking over.
  const state = error instanceof DatabaseAway ? '25006' : isBusyPool(error) ? '40' : sqlState(error);
  const refusal = state && (databaseRefusals[state] ?? databaseRefusals[state.slice(0, 2)]);
  if (refusal)
    return new Refusal(
      refusal.code,
      refusal.message,
      refusal.retryAfterSeconds ? { retryAfterSeconds: refusal.retryAfterSeconds } : {},
    );
  const lost =
    error instanceof Error &&
    (('code' in error && unreachable.has(String(error.code))) ||
      hasNoSocket(error) ||
      /Connection terminated|not queryable/.test(error.message));
  return lost
    ? new Refusal('unavailable', 'The database cannot be reached. Try again.', { retryAfterSeconds: 2 })
    : undefined;
}

/** A stopped sale cannot be narrowed like a search: it was undone as a whole, and can be sent again (F94). */
function stoppedWrite(error: unknown, method: string): Refusal | undefined {
  if (method === 'GET' || method === 'HEAD' || sqlState(error) !== '57014') return undefined;
  return stopped();
}

/** Only a disk reports this. The error names no path if the file was already open. */
const isFull = new Set(['ENOSPC', 'EDQUOT']);
const isProtected = new Set(['EACCES', 'EPERM', 'EROFS']);

/** The files folder of this server is full, not writable, or not the one used by other servers of the same database. */
function fromFiles(error: unknown): Refusal | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return undefined;
  const code = String(error.code);
  if (isFull.has(code))
    return new Refusal(
      'out_of_space',
      'The server has no disk space left for files, so nothing was stored. Free some space on the disk of DATA_DIR/files, then try again.',
    );
  if (!('path' in error)) return undefined;
  if (code === 'ENOENT' && error.syscall === 'open')
    return new Refusal(
      'unavailable',
      'The file is not in the files folder of this server. If several servers use one database, they must share the folder DATA_DIR/files. Otherwise restore the file from a backup.',
    );
  return isProtected.has(code)
    ? new Refusal(
        'unavailable',
        'The server cannot write to its files folder, because it is write-protected. Give its account the right to write to DATA_DIR/files, then try again.',
      )
    : undefined;
}

function fromFastify(error: unknown, method: string): Refusal | undefined {
  const status = (error as Partial<FastifyError>)?.statusCode;
  if (typeof status !== 'number' || status < 400 || status >= 500) return undefined;
  if (status === 413) return new Refusal('too_large', 'The request is too large.');
  if (status === 415) return new Refusal('unsupported_media', 'Send the body as application/json.');
  if (status === 416) return new Refusal('no_such_range', 'The file does not have this range.');
  if (status === 429)
    return new Refusal('too_many_requests', 'Too many requests. Wait a minute and try again.', {
      retryAfterSeconds: 60,
    });
  return new Refusal(
    'bad_request',
    method === 'GET' || method === 'HEAD'
      ? 'This address could not be read.'
      : 'The request could not be read. Check that the body is valid JSON.',
  );
}

/** Sends a refusal in the one format for all refusals. */
export function sendRefusal(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  const refusal = refusalFrom(error, request.method);
  // The reply is no longer a file.
  reply.removeHeader('content-disposition');
  reply.removeHeader('content-length');
  if (refusal.code === 'failed') request.log.error({ err: error }, 'request failed');
  else if (refusal.code === 'unavailable' || refusal.code === 'out_of_space')
    request.log.warn({ err: error }, 'request could not be served');
  if (refusal.retryAfterSeconds) reply.header('retry-after', String(refusal.retryAfterSeconds));
  const body: ErrorReply = {
    message: refusal.message,
    code: refusal.code,
    ...(refusal.errors ? { errors: refusal.errors } : {}),
    ...(refusal.current === undefined ? {} : { current: refusal.current }),
    request_id: request.id,
  };
  return reply
    .code(errorStatus[refusal.code])
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body));
}
