import { ApiError, messageOf } from '../platform/api-error';
import { notifyError } from '../platform/notices';

/**
 * Reports a save or deletion that failed, and returns the message for its form or page: the server's own, or the fallback.
 * When nothing answered, a notification says so (E-06), because the fallback does not.
 */
export function reportFailure(error: unknown, fallback: string): string {
  if (error instanceof ApiError && error.status === 0 && error.serverMessage === undefined)
    notifyError(error.message);
  return messageOf(error, fallback);
}
