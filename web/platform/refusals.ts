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
  // A late 401 of an old token must not end a newer session.
  if (error.status === 401) return void (sentToken && endSession(sentToken));
  // An error of a form field is shown at the field; a notification would cover the buttons below it.
  const isAtField = shownInPlace && Object.keys(error.errors).length > 0;
  // A request for approval is a question that the screen asks.
  if (!isAtField && error.status === 403 && error.current === undefined) return notifyDenied(error.message);
  if (!shownInPlace) notifyError(error.message);
}
