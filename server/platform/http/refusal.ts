import { type ErrorCode, type FieldErrors, errorStatus } from '#domain/kernel/error-codes';
import type { RuleResult } from '#domain/kernel/rule-result';

/** A refused request with its message for the user. The transaction is rolled back. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: ErrorCode;
  readonly errors: FieldErrors | undefined;
  /** With a conflict: the current row. */
  readonly current: unknown;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    more: { errors?: FieldErrors; current?: unknown; retryAfterSeconds?: number } = {},
  ) {
    super(message);
    this.code = code;
    this.errors = more.errors;
    this.current = more.current;
    this.retryAfterSeconds = more.retryAfterSeconds;
  }

  get status(): number {
    return errorStatus[this.code];
  }
}

export const notFound = (what: string) => new Refusal('not_found', `${what} not found.`);
export const forbidden = (message: string) => new Refusal('forbidden', message);
export const conflict = (message: string, current?: unknown) =>
  new Refusal('conflict', message, current === undefined ? {} : { current });
export const tooMany = (message: string, retryAfterSeconds: number) =>
  new Refusal('too_many_requests', message, { retryAfterSeconds });

/** Of a request that was undone as a whole, so that it can be sent again. */
export const stopped = () =>
  new Refusal('unavailable', 'The request took too long and was stopped. Nothing was changed. Try again.', {
    retryAfterSeconds: 5,
  });

/** Of a file that could not be made in the time of a request: because it is large, or the server is busy. */
export const stoppedFile = () =>
  new Refusal(
    'unavailable',
    'The file took too long to create and was stopped. Choose a shorter period or fewer rows, or try again.',
    { retryAfterSeconds: 5 },
  );

/** 422 by field. The first field's message is the message of the whole reply. */
export function invalid(errors: Readonly<Record<string, string>>): Refusal {
  const message = Object.values(errors)[0] ?? 'Validation failed';
  return new Refusal('invalid', message, {
    errors: Object.fromEntries(Object.entries(errors).map(([field, text]) => [field, [text]])),
  });
}

/** Returns when a rule allows it; otherwise refuses with the rule's reason: 422 for a field, 409 for a state. */
export function ensure(result: RuleResult): void {
  if (result.allowed) return;
  throw result.field === undefined ? conflict(result.reason) : invalid({ [result.field]: result.reason });
}

/** Returns the row, or refuses with 404. */
export function ensureFound<T>(row: T | undefined, what: string): T {
  if (row === undefined) throw notFound(what);
  return row;
}
