import type { ErrorReply, FieldErrors } from '#domain/kernel/error-codes';

/** What a call that did not succeed came to; `status` 0 means that no answer came at all. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** Messages by field, for the form that was sent. */
  readonly errors: FieldErrors;
  /** With a stale edit: the row as it stands now. */
  readonly current: unknown;
  /** What the server itself said, if it said anything. */
  readonly serverMessage: string | undefined;

  constructor(status: number, reply: Partial<ErrorReply> | undefined) {
    super(reply?.message || wordsFor(status));
    this.status = status;
    this.errors = reply?.errors ?? {};
    this.current = reply?.current;
    this.serverMessage = reply?.message || undefined;
  }
}

/** The words of the error catalogue for a status without a message (E-02 to E-07). */
function wordsFor(status: number): string {
  if (status === 0) return 'Network error. Please check your internet connection.';
  if (status === 403) return 'Insufficient permissions';
  if (status === 404) return 'Resource not found';
  if (status === 422) return 'Validation failed';
  if (status >= 500) return 'Server error occurred';
  return 'An unexpected error occurred';
}

/** What a screen says of a failed save or deletion: the server's own message, else the fallback. */
export const messageOf = (error: unknown, fallback: string): string =>
  error instanceof ApiError && error.serverMessage ? error.serverMessage : fallback;
