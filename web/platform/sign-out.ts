import { session as calls } from '#domain/session/session.contract';
import { request } from './api';
import { ApiError } from './api-error';
import { notifyError } from './notices';
import { leaveSession } from './session';

/** Signs out. This browser forgets the session even if the server fails, and the failure is reported (E-12). */
export async function signOut(): Promise<void> {
  try {
    await request(calls.logout, { shownInPlace: true });
  } catch (error) {
    const unreached = error instanceof ApiError && error.status === 0;
    if (!(error instanceof ApiError && error.status === 401))
      notifyError(unreached ? 'Unable to connect to the server' : 'Logout failed');
  } finally {
    leaveSession();
  }
}
