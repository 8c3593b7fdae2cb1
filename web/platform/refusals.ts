import type { ApiError } from './api-error';
import { notifyDenied, notifyError } from './notices';
import { endSession } from './session';

/**
 * What happens whatever the screen: a 401 ends the session, a 403 says 'Access Denied', anything else that the
 * screen does not show itself becomes an 'Error' notification (section 8).
 */
export function handleRefusal(
  error: ApiError,
  { sentToken, shownInPlace }: { sentToken: string | null; shownInPlace: boolean },
): void {
  // A late 401 of an old token must not end the session that a newer one has opened.
  if (error.status === 401) return void (sentToken && endSession(sentToken));
  // One that names a field of a form is said there; a notice would cover the buttons beneath it.
  const isAtField = shownInPlace && Object.keys(error.errors).length > 0;
  // One that says what somebody else may approve is a question, which the screen asks.
  if (!isAtField && error.status === 403 && error.current === undefined) return notifyDenied(error.message);
  if (!shownInPlace) notifyError(error.message);
}
