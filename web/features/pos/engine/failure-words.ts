import { ApiError } from '../../../platform/api-error';

/** Explains a failure by its cause: device, server or program (finding F84). */
export function failureWords(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  if (error instanceof DOMException)
    return error.name === 'QuotaExceededError'
      ? 'This device is out of storage, so the sale was not saved. Free up some space and take the payment again. Nothing has been sold.'
      : `The sale was not saved on this device (${error.name}). Reload the page and take the payment again. Nothing has been sold.`;
  return 'Something went wrong at the till. Check “Sales on this device” before you take the payment again, and tell your administrator.';
}
