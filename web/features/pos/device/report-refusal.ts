import { ApiError } from '../../../platform/api-error';
import { handleRefusal } from '../../../platform/refusals';
import type { RefusedSync } from './catalogue-messages';

/** Handles a refusal that the worker received as if the page had: a 401 ends the session. Returns the error. */
export function reportRefusal({ status, reply }: RefusedSync, sentToken: string | null): ApiError {
  const error = new ApiError(status, reply);
  handleRefusal(error, { sentToken, shownInPlace: true });
  return error;
}
