import { session as calls } from '#domain/session/session.contract';
import { request } from './api';
import { ApiError } from './api-error';
import { notifyError, toast } from './notices';
import { leaveSession } from './session';
import { wipeTillData } from './till-data';

/**
 * Signs out. This browser forgets the session and what a till stored even if the server fails, and the failure is
 * reported (E-12). Sales that a till has not sent yet stay, sealed (F46).
 */
export async function signOut(): Promise<void> {
  try {
    await request(calls.logout, { shownInPlace: true });
  } catch (error) {
    const unreached = error instanceof ApiError && error.status === 0;
    if (!(error instanceof ApiError && error.status === 401))
      notifyError(unreached ? 'Unable to connect to the server' : 'Logout failed');
  } finally {
    leaveSession();
    const unsent = await wipeTillData();
    if (unsent > 0) toast.blank(unsentStay(unsent));
  }
}

const unsentStay = (count: number): string =>
  count === 1
    ? '1 sale has not been sent. It stays on this device until someone opens the till here.'
    : `${count} sales have not been sent. They stay on this device until someone opens the till here.`;
