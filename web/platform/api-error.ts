import type { ErrorReply, FieldErrors } from '#domain/kernel/error-codes';

/** A failed call. `status` 0 means that there was no response. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** The kind of refusal, if the server named one. */
  readonly code: string | undefined;
  /** Messages by field, for the form that was sent. */
  readonly errors: FieldErrors;
  /** For a stale edit: the current row. */
  readonly current: unknown;
  /** The message of the server, if it sent one. */
  readonly serverMessage: string | undefined;

  constructor(status: number, reply: Partial<ErrorReply> | undefined) {
    super(reply?.message || wordsFor(status));
    this.status = status;
    this.code = reply?.code;
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

/** Whether there is no such record. */
export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

/** The message for a failed save or deletion: the server's own, or the fallback. */
export const messageOf = (error: unknown, fallback: string): string =>
  error instanceof ApiError && error.serverMessage ? error.serverMessage : fallback;
