import { ApiError } from '../../../platform/api-error';
import { handleRefusal } from '../../../platform/refusals';
import type { RefusedSync } from './catalogue-messages';
import { checkInNow, isRevokedHere } from './check-in';

/** Handles a refusal of what the worker reads by itself: a 401 ends the session. Returns the error. */
export function reportRefusal({ status, reply }: RefusedSync, sentToken: string | null): ApiError {
  const error = new ApiError(status, reply);
  const handle = () => handleRefusal(error, { sentToken, shownInPlace: true, isBackground: true });
  // The server refuses everything to a device that was revoked, which the till says in its own words.
  if (status === 403) void checkInNow().then(() => isRevokedHere() || handle());
  else handle();
  return error;
}
