import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { type ErrorCode, type ErrorReply, errorStatus } from '#domain/kernel/error-codes';
import * as z from 'zod';
import { sqlState, violatedConstraint } from '../database/transaction';
import { PdfFailed } from '../pdf/pdf-drawer';
import { SecretUnreadable } from '../secrets';
import { Refusal } from './refusal';

/** What a database error means to the person, by SQLSTATE or by its class (the first two characters). */
const databaseRefusals: Readonly<
  Record<string, { code: ErrorCode; message: string; retryAfterSeconds?: number }>
> = {
  '23505': { code: 'conflict', message: 'A record with the same value exists already.' },
  '23503': { code: 'conflict', message: 'Another record that belongs to this one stands in the way.' },
  // What PostgreSQL 18 says instead where a foreign key restricts.
  '23001': { code: 'conflict', message: 'Another record that belongs to this one stands in the way.' },
  '23': { code: 'invalid', message: 'A value breaks a rule of the database.' },
  '22': { code: 'invalid', message: 'A value is out of range or of the wrong kind.' },
  '57014': {
    code: 'unavailable',
    message: 'This took too long and was stopped. Narrow the search and try again.',
  },
  '55P03': {
    code: 'unavailable',
    message: 'Somebody else is changing the same record. Try again in a moment.',
    retryAfterSeconds: 1,
  },
  '40': {
    code: 'unavailable',
    message: 'The server is busy. Nothing was changed; try again.',
    retryAfterSeconds: 1,
  },
  '53': {
    code: 'unavailable',
    message: 'The server is out of room or connections. Nothing was changed; try again.',
    retryAfterSeconds: 5,
  },
  '57': {
    code: 'unavailable',
    message: 'The database is restarting. Nothing was changed; try again.',
    retryAfterSeconds: 2,
  },
  '08': { code: 'unavailable', message: 'The database cannot be reached. Try again.', retryAfterSeconds: 2 },
};

const unreachable = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT']);

/** The socket of a database that is not there; a file that is not there is not the database's matter. */
const hasNoSocket = (error: Error): boolean =>
  'code' in error && error.code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect';

/** Rules that the database keeps by name, in the words of a person. */
const constraintWords: Readonly<Record<string, string>> = {
  refunds_are_approved: 'This refund is above the limit. Have it approved, then try again.',
  customer_credits_are_approved: 'This is above the limit. Have it approved, then try again.',
  stock_adjustments_are_approved: 'This adjustment is above the limit. Have it approved, then try again.',
  stock_counts_are_approved: 'These differences are above the limit. Have them approved, then try again.',
  approvals_serve_what_they_were_given_for:
    'This approval was given for something else. Have the change approved again.',
  users_last_administrator_stays:
    'There must always be an active administrator. Make somebody else administrator first.',
  roles_system_role_is_protected: 'The administrator role cannot be changed.',
  stock_pools_stay_above_zero: 'Stock cannot fall below zero. Receive or count it first.',
  stock_movements_happen_once: 'This was posted already.',
  books_are_locked: 'The books are locked for that day. Choose a later day.',
  vat_entries_stay_in_filed_returns:
    'A VAT return that was filed here includes sales of this import. Keep the cut-over day, or correct the VAT with an adjustment.',
  vat_returns_wait_for_undoing:
    'An import with sales of this period is being undone. File the return when that is over.',
  undone_sales_take_nothing_back: 'The import that brought this sale is undone: nothing can be given back of it.',
  vat_period_is_filed: 'The VAT return for that day is filed. Choose a later day.',
  vat_returns_are_made_once: 'This VAT return is filed already.',
  customers_walk_in_stays: 'The walk-in customer cannot be deleted: the till sells to it.',
  customers_walk_in_stays_as_it_is: 'The walk-in customer stays active, without credit.',
  user_roles_role_is_in_use: 'This role is held by somebody, so it cannot be deleted.',
};

/** Turns whatever was thrown into a refusal. What nobody foresaw becomes a 500 that gives nothing away. */
export function refusalFrom(error: unknown, method = 'GET'): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof z.ZodError) return refusalFromIssues(error);
  if (error instanceof PdfFailed) return new Refusal('unavailable', error.message, { retryAfterSeconds: 5 });
  if (error instanceof SecretUnreadable) return new Refusal('unavailable', error.message);
  return (
    stoppedWrite(error, method) ??
    fromDatabase(error) ??
    fromFiles(error) ??
    fromFastify(error) ??
    new Refusal('failed', 'Something went wrong on the server. It has been noted; try again.')
  );
}

function refusalFromIssues(error: z.ZodError): Refusal {
  const errors: Record<string, string[]> = {};
  for (const issue of error.issues) {
    const fields = issue.code === 'unrecognized_keys' ? issue.keys : [issue.path.join('.') || 'body'];
    const message = issue.code === 'unrecognized_keys' ? 'This field is not known.' : issue.message;
    for (const field of fields) (errors[field.slice(0, 100)] ??= []).push(message);
  }
  const [field, messages] = Object.entries(errors)[0] ?? ['', ['Validation failed']];
  const first = messages[0] ?? 'Validation failed';
  return new Refusal(
    'invalid',
    // Words that nobody wrote for this field alone name it (domain/kernel/plain-errors.ts).
    first.startsWith('Must ') || first === 'This field is not known.' ? `${field}: ${first}` : first,
    { errors },
  );
}

function fromDatabase(error: unknown): Refusal | undefined {
  const kept = constraintWords[violatedConstraint(error) ?? ''];
  if (kept) return new Refusal('conflict', kept);
  const state = sqlState(error);
  const known = state && (databaseRefusals[state] ?? databaseRefusals[state.slice(0, 2)]);
  if (known)
    return new Refusal(
      known.code,
      known.message,
      known.retryAfterSeconds ? { retryAfterSeconds: known.retryAfterSeconds } : {},
    );
  const lost =
    error instanceof Error &&
    (('code' in error && unreachable.has(String(error.code))) ||
      hasNoSocket(error) ||
      /timeout exceeded when trying to connect|Connection terminated|not queryable/.test(error.message));
  return lost
    ? new Refusal('unavailable', 'The database cannot be reached. Try again.', { retryAfterSeconds: 2 })
    : undefined;
}

/** There is nothing to narrow in a sale that was stopped: it was undone as a whole, and can be sent again (F94). */
function stoppedWrite(error: unknown, method: string): Refusal | undefined {
  if (method === 'GET' || method === 'HEAD' || sqlState(error) !== '57014') return undefined;
  return new Refusal('unavailable', 'This took too long and was stopped. Nothing was changed; try again.', {
    retryAfterSeconds: 5,
  });
}

const cannotBeWritten = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT']);

/** The files folder of this server: not the one that other servers of the same database write to, full, or closed to us. */
function fromFiles(error: unknown): Refusal | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error) || !('path' in error))
    return undefined;
  const code = String(error.code);
  if (code === 'ENOENT' && error.syscall === 'open')
    return new Refusal(
      'unavailable',
      'The file is not in the files folder of this server. If several servers work on one database, they have to share the folder DATA_DIR/files; otherwise restore it from a backup.',
    );
  return cannotBeWritten.has(code)
    ? new Refusal(
        'unavailable',
        'The files folder of this server cannot be written: it is full, or closed to the server.',
      )
    : undefined;
}

function fromFastify(error: unknown): Refusal | undefined {
  const status = (error as Partial<FastifyError>)?.statusCode;
  if (typeof status !== 'number' || status < 400 || status >= 500) return undefined;
  if (status === 413) return new Refusal('too_large', 'The request is too large.');
  if (status === 415) return new Refusal('unsupported_media', 'Send the body as application/json.');
  if (status === 416) return new Refusal('no_such_range', 'The file has no such part.');
  if (status === 429)
    return new Refusal('too_many_requests', 'Too many requests. Wait a minute and try again.', {
      retryAfterSeconds: 60,
    });
  return new Refusal(
    'bad_request',
    'The request could not be read. Check that its body is well-formed JSON.',
  );
}

/** Answers a refusal in the one shape of all refusals. */
export function sendRefusal(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  const refusal = refusalFrom(error, request.method);
  // What was on its way as a file is none now.
  reply.removeHeader('content-disposition');
  if (refusal.code === 'failed') request.log.error({ err: error }, 'request failed');
  else if (refusal.code === 'unavailable') request.log.warn({ err: error }, 'request could not be served');
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
