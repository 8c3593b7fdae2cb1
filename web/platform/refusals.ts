import type { ErrorCode } from '#domain/kernel/error-codes';
import type { ApiError } from './api-error';
import { notifyDenied, notifyError } from './notices';
import { endSession, refreshIfIdle, refreshSession, sessionHasEnded } from './session';
import { token } from './token';
import { hasUnsavedChanges } from './unsaved';

/**
 * What happens on every screen: a 401 ends the session, a 403 shows 'Access Denied', and any other error not shown in
 * place becomes an 'Error' notification (section 8).
 */
export function handleRefusal(
  error: ApiError,
  {
    sentToken,
    shownInPlace,
    isBackground,
  }: { sentToken: string | null; shownInPlace: boolean; isBackground?: boolean | undefined },
): void {
  // A late 401 of an old token must not end a newer session.
  if (error.status === 401) return void (sentToken && endSession(sentToken));
  // Nor does what was refused to the user before concern this one.
  if (sentToken !== null && sentToken !== token.read()) return;
  // The page below a sign-in may still ask for something, as the user who has signed in elsewhere.
  if (error.status === 403 && sessionHasEnded()) return;
  // A required step is shown alone, once nothing typed would be lost by it.
  const isUnfinished = error.code === ('sign_in_unfinished' satisfies ErrorCode);
  if (isUnfinished && !hasUnsavedChanges()) return void refreshSession();
  // A permission was withdrawn: menu and buttons follow.
  if (isBackground) return error.status === 403 ? refreshIfIdle() : undefined;
  // An error of a form field is shown at the field; a notification would cover the buttons below it.
  const isAtField = shownInPlace && Object.keys(error.errors).length > 0;
  // A need for approval is handled by the screen.
  if (!isAtField && !isUnfinished && error.status === 403 && error.current === undefined)
    return notifyDenied(error.message);
  if (!shownInPlace) notifyError(error.message);
}
