import type { Actor, Identify } from '../../platform/http/actor';
import type { Database } from '../../platform/database/open-database';
import { findTokenCaller, isApiToken, touchToken } from './api-token.queries';
import { endIfExpired, findSession, touchSession } from './session.queries';
import { hashOfToken } from './token';

/** How long a caller is cached, and so how soon other processes notice a deactivation. */
const freshForMs = 500;
const touchEveryMs = 60_000;
const maxRemembered = 10_000;

export type CallerMemory = {
  readonly identify: Identify;
  /** The same user with current permissions while the session lasts; does not count as activity. */
  readonly refreshActor: (actor: Actor) => Promise<Actor | undefined>;
  /** Call when sessions, users or roles have changed in this process, so that permissions apply at once. */
  readonly forget: () => void;
};

/**
 * Finds the user of a bearer token. One lookup serves all requests within half a second, so that a busy till does not
 * query the database with every scan.
 */
export function rememberCallers(db: Database, clock: () => Date): CallerMemory {
  let remembered = new Map<string, { at: number; actor: Promise<Actor | undefined> }>();

  const lookUp = async (token: string, now: Date, isUnattended: boolean): Promise<Actor | undefined> => {
    const session = await findSession(db, hashOfToken(token), now);
    if (!session) {
      await endIfExpired(db, hashOfToken(token), now);
      return undefined;
    }
    if (!isUnattended && now.getTime() - session.lastSeenAt.getTime() > touchEveryMs)
      await touchSession(db, session.sessionId, now);
    return session;
  };

  const lookUpToken = async (token: string, address: string, now: Date): Promise<Actor | undefined> => {
    const caller = await findTokenCaller(db, token, now);
    if (!caller?.apiToken) return undefined;
    const usedAt = caller.lastUsedAt?.getTime() ?? 0;
    if (now.getTime() - usedAt > touchEveryMs || caller.lastUsedAddress !== address)
      await touchToken(db, caller.apiToken.id, now, address);
    return caller;
  };

  return {
    identify: (token, address, isUnattended = false) => {
      const now = clock();
      const cached = remembered.get(token);
      if (cached && Math.abs(now.getTime() - cached.at) < freshForMs) return cached.actor;
      if (remembered.size >= maxRemembered) remembered = new Map();
      const actor = isApiToken(token) ? lookUpToken(token, address, now) : lookUp(token, now, isUnattended);
      // Not cached: an attended request a moment later must count as activity.
      if (isUnattended) return actor;
      remembered.set(token, { at: now.getTime(), actor });
      // A failed lookup must not be cached.
      actor.catch(() => remembered.delete(token));
      return actor;
    },
    refreshActor: ({ sessionId }) => findSession(db, { id: sessionId }, clock()),
    forget: () => {
      remembered = new Map();
    },
  };
}
