import { ApiError } from '../../../platform/api-error';

/** What went wrong, as what it is (finding F84): the device, the server, or the program itself. */
export function failureWords(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  if (error instanceof DOMException)
    return error.name === 'QuotaExceededError'
      ? 'This device could not save the sale: its disk is full. Free some space and pay again. Nothing has been sold.'
      : `This device could not save the sale (${error.name}). Reload the page and pay again. Nothing has been sold.`;
  return 'Something went wrong in the till. Check “Sales of this device” before you pay again, and tell whoever looks after it.';
}
