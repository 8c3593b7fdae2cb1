import * as z from 'zod';
import { session as calls, type SessionUser } from '#domain/session/session.contract';
import { ApiError } from './api-error';
import { deniedMessage } from './notices';
import { queryClient } from './query-client';
import { requestTimeout } from './request-timeout';
import { createStore, useStore } from './store';
import { token } from './token';
import { hasUnsavedChanges, unsaved } from './unsaved';

/** The session state of this window. */
export type SessionState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'failed'; readonly message: string }
  /** The session ended in the middle of something. The screen stays and the user signs in over it. */
  | {
      readonly kind: 'ended';
      readonly user: SessionUser;
      readonly isTill: boolean;
      /** Another user goes on at this device, in another tab. The page waits however often they change. */
      readonly isTakenOver?: true;
    }
  | { readonly kind: 'signed-in'; readonly user: SessionUser };

const state = createStore<SessionState>(token.read() ? { kind: 'loading' } : { kind: 'anonymous' });

export const useSession = (): SessionState => useStore(state);

/** The signed-in user, for screens inside the authenticated layout. */
export function useUser(): SessionUser {
  const session = useSession();
  if (session.kind !== 'signed-in' && session.kind !== 'ended')
    throw new Error('Only screens behind sign-in may ask for the user');
  return session.user;
}

/** With a temporary password or a required two-factor sign-in still to be set, only the profile is open to the user. */
export const mustFinishSignIn = ({ must_change_password, must_set_two_factor }: SessionUser): boolean =>
  must_change_password || must_set_two_factor;

/** Whether the session has ended over a screen that stays, and no one has signed in since. */
export const sessionHasEnded = (): boolean => state.get().kind === 'ended';

/** The company's payment method settings that every screen needs. */
export function paymentOfSession(): SessionUser['payment'] | undefined {
  const session = state.get();
  return session.kind === 'signed-in' ? session.user.payment : undefined;
}

type DefaultView = SessionUser['default_views'][number];

/** Keeps the view that a list opens with as the server last said; null for the standard view. */
export function keepDefaultView(list: string, view: Omit<DefaultView, 'list'> | null): void {
  const session = state.get();
  if (session.kind !== 'signed-in') return;
  const before = session.user.default_views;
  const kept = before.find(one => one.list === list) ?? null;
  const next = view && { list, id: view.id, params: view.params };
  if (JSON.stringify(kept) === JSON.stringify(next)) return;
  const default_views = [...before.filter(one => one.list !== list), ...(next ? [next] : [])];
  state.set({ kind: 'signed-in', user: { ...session.user, default_views } });
}

/** Nothing that was read for a user, or refused to them, is seen by the next one. */
function forgetUser(): void {
  queryClient.clear();
  deniedMessage.set(null);
}

/** Starts a session after sign-in, or updates it when the user's own data changed. */
export function beginSession(user: SessionUser, newToken?: string): void {
  if (newToken !== undefined) {
    token.keep(newToken);
    const waiting = overPage();
    if (waiting) {
      if (waiting.user.id !== user.id) return loadAgain();
      // What was typed stays, so the records below it do too.
      void queryClient.invalidateQueries();
    } else forgetUser();
    sessionsStarted.set(sessionsStarted.get() + 1);
  }
  shownToken = token.read();
  state.set({ kind: 'signed-in', user });
}

/** The token whose user this window shows. */
let shownToken = token.read();

/** The number of sessions started in this window, for anything that holds on to a token. */
const sessionsStarted = createStore(0);
export const useSessionNumber = (): number => useStore(sessionsStarted);

let staying = 0;

/**
 * Keeps the screen when the session ends while a till is shown (finding F38). Returns the function that ends
 * this.
 */
export function stayWhenSessionEnds(): () => void {
  staying += 1;
  return () => {
    staying -= 1;
    if (staying === 0 && state.get().kind === 'ended') leaveSession();
  };
}

/** The session that has ended over a page, which waits for its user. */
const overPage = () => {
  const session = state.get();
  return session.kind === 'ended' && !session.isTill ? session : null;
};

/** Loads the page again for another user, so that nothing typed or read on it reaches them. */
export function loadAgain(): void {
  unsaved.clear();
  location.reload();
}

/**
 * Clears the token and user (T-04). If a token is given, only if it is still the current one. A till stays on screen, and so
 * does a page with unsaved changes: its user signs in over it, and nothing typed is lost.
 */
export function endSession(ofToken?: string): void {
  const again = () => endSession(ofToken);
  if (ofToken !== undefined && exchange) return void exchange.then(again, again);
  if (ofToken !== undefined && token.read() !== ofToken) return;
  const current = state.get();
  if (current.kind !== 'signed-in' && current.kind !== 'ended') return leaveSession();
  if (staying === 0 && !hasUnsavedChanges()) return leaveSession();
  token.drop();
  state.set({ kind: 'ended', user: current.user, isTill: staying > 0 });
}

let exchange: Promise<unknown> | undefined;

/**
 * Exchanges the session for another one. The server ends the old one first, and refuses what the page reads before it knows
 * the new one: that ends no session until the exchange is over.
 */
export const exchangingSession = (work: Promise<void>): Promise<void> =>
  (exchange = work.finally(() => {
    exchange = undefined;
  }));

/** Signs out by the user's choice: goes to the sign-in page and clears the session. */
export function leaveSession(): void {
  token.drop();
  forgetUser();
  state.set({ kind: 'anonymous' });
}

let leaving = false;
window.addEventListener('pagehide', () => {
  leaving = true;
});

/** Closes this window. Its requests are aborted before it hears that it is left. */
export function closeWindow(): void {
  leaving = true;
  window.close();
}

window.addEventListener('pageshow', event => {
  leaving = false;
  if (event.persisted) void refreshSession();
});

/** Reads the user again, unless a till or unsaved changes are on the screen, which could be closed by it. */
export const refreshIfIdle = (): void => {
  if (staying === 0 && !hasUnsavedChanges()) void refreshSession();
};

/**
 * Asks whose the stored token is. On load a failed check clears it and shows an error (E-08, R-06). Only a refusal ends a
 * running session; without an answer it goes on as it was.
 */
export async function refreshSession(): Promise<void> {
  const isRunning = state.get().kind !== 'loading';
  const storedToken = token.read();
  if (!storedToken) {
    if (sessionHasEnded()) return;
    // Removed in another tab, which this one has not been told yet.
    return state.get().kind === 'signed-in' ? endSession() : state.set({ kind: 'anonymous' });
  }
  const user = await userOf(storedToken).catch(() => undefined);
  // An answer about an earlier token says nothing about this one, or about none.
  if (token.read() !== storedToken) return refreshSession();
  if (user === null) return endSession(storedToken);
  if (user) return continueAs(user, storedToken);
  // Leaving or reloading the page aborts the check, which says nothing about the token.
  if (leaving) return;
  if (isRunning) {
    // A token that another tab has changed is asked for until it is known whose it is.
    if (storedToken !== shownToken) setTimeout(() => void refreshSession(), readAgainMs);
    return;
  }
  token.drop();
  state.set({ kind: 'failed', message: 'Authentication failed' });
}

const readAgainMs = 5_000;

/**
 * Goes on as the user of the stored token. Another tab may have changed whose it is, as a cashier does who takes over a
 * till by PIN: what was typed here stays its user's, and nothing that was read for them reaches the other one.
 */
function continueAs(user: SessionUser, storedToken: string): void {
  shownToken = storedToken;
  const current = state.get();
  const isAnother = (current.kind === 'signed-in' || current.kind === 'ended') && current.user.id !== user.id;
  if (!isAnother || staying > 0) return beginSession(user, isAnother || overPage() ? storedToken : undefined);
  const waits = current.kind === 'ended' ? current.isTakenOver === true : hasUnsavedChanges();
  if (waits) return state.set({ kind: 'ended', user: current.user, isTill: false, isTakenOver: true });
  loadAgain();
}

/** Whose token it is; null when its session has ended. With `no-store` a till's worker does not answer for the server. */
export async function userOf(bearer: string, cache: RequestCache = 'default'): Promise<SessionUser | null> {
  const response = await fetch('/api/auth/user', {
    cache,
    credentials: 'include',
    headers: { authorization: `Bearer ${bearer}` },
    signal: AbortSignal.timeout(requestTimeout),
  });
  if (response.status === 401) return null;
  if (!response.ok) throw new ApiError(response.status, undefined);
  return z.decode(calls.user.reply, await response.json()).user;
}

/** Leaves the error page for the sign-in page. */
export const clearFailure = (): void => state.set({ kind: 'anonymous' });

// Signing out in one tab signs the others out too. They follow a sign-in elsewhere as well, except those without a user,
// which notice it when they are loaded again.
window.addEventListener('storage', event => {
  if (event.key !== 'token') return;
  if (event.newValue === null) endSession();
  else if (state.get().kind === 'signed-in' || overPage()) void refreshSession();
});
