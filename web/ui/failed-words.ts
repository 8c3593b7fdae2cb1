import { ApiError, messageOf } from '../platform/api-error';
import { notifyError } from '../platform/notices';

/**
 * What a form or page says of a save or deletion that failed: the server's message or the fallback. When nothing
 * answered, a notification says so as well (E-06), because the fallback does not.
 */
export function failedWords(error: unknown, fallback: string): string {
  if (error instanceof ApiError && error.status === 0) notifyError(error.message);
  return messageOf(error, fallback);
}
