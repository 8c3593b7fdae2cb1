import { ApiError, messageOf } from '../platform/api-error';
import { notifyError } from '../platform/notices';

/**
 * The message for a save or deletion that failed: the server's own, or the fallback. When nothing answered, a notification
 * says so as well (E-06), because the fallback does not.
 */
export function failedWords(error: unknown, fallback: string): string {
  if (error instanceof ApiError && error.status === 0 && error.serverMessage === undefined)
    notifyError(error.message);
  return messageOf(error, fallback);
}
