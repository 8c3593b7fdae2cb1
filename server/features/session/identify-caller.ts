import type { Actor, Identify, Recall } from '../../platform/http/actor';
import type { Database } from '../../platform/database/open-database';
import { awaitInTime } from '../../platform/http/answer-in-time';
import { stopped } from '../../platform/http/refusal';
import { findTokenCaller, isApiToken, touchToken } from './api-tokens/api-token.queries';
import { endIfExpired, findSession, lookUpSession, touchSession } from './session.queries';
import { recentlyUsed } from './passkeys/recently-used';
import { hashOfToken } from './token';

/** How long a caller is cached, and so how soon other processes notice a deactivation. */
const freshForMs = 500;
const touchEveryMs = 60_000;
/** How long a caller waits while activity is stored. */
const storingMs = 2_000;
const maxRemembered = 10_000;

export type CallerMemory = {
  readonly identify: Identify;
  readonly recall: Recall;
  /** The same user with current permissions while the session lasts; does not count as activity. */
  readonly refreshActor: (actor: Actor) => Promise<Actor | undefined>;
  /** Call when sessions, users or roles have changed in this process, so that permissions apply at once. */
  readonly forget: () => void;
};

type LookUp = { readonly at: number; readonly actor: Promise<Actor | undefined> };

/**
 * Finds the user of a bearer token. One lookup serves all requests within half a second, so that a busy till does not
 * query the database with every scan. Tokens of no one are remembered apart, so that a flood of them displaces no user.
 */
export function rememberCallers(db: Database, clock: () => Date): CallerMemory {
  const underWay = new Map<string, LookUp>();
  const users = recentlyUsed<LookUp>(maxRemembered);
  const noOnes = recentlyUsed<LookUp>(maxRemembered);
  /** Whose token was a user's at the last lookup, however long ago. */
  const known = recentlyUsed<true>(maxRemembered);

  /** When activity could not be stored, by token. */
  const unstored = recentlyUsed<number>(maxRemembered);

  /**
   * Stores that a caller is active, if that is possible. Reads go on without it, while the database takes no writes, its
   * disk is full or its standby confirms nothing (R07, R09, R10).
   */
  const noteActivity = async (token: string, now: Date, store: () => Promise<void>): Promise<void> => {
    const failedAt = unstored.get(token) ?? -Infinity;
    if (Math.abs(now.getTime() - failedAt) < touchEveryMs) return;
    await awaitInTime(store(), storingMs, stopped).catch(() => unstored.set(token, now.getTime()));
  };

  const lookUp = async (token: string, now: Date, isUnattended: boolean): Promise<Actor | undefined> => {
    const session = await lookUpSession(db, hashOfToken(token), now);
    if (session === 'closed') await endIfExpired(db, hashOfToken(token), now);
    if (session === undefined || session === 'closed') return undefined;
    if (!isUnattended && now.getTime() - session.lastSeenAt.getTime() > touchEveryMs)
      await noteActivity(token, now, () => touchSession(db, session.sessionId, now));
    return session;
  };

  const lookUpToken = async (token: string, address: string, now: Date): Promise<Actor | undefined> => {
    const caller = await findTokenCaller(db, token, now);
    const id = caller?.apiToken?.id;
    if (!caller || id === undefined) return undefined;
    const usedAt = caller.lastUsedAt?.getTime() ?? 0;
    if (now.getTime() - usedAt > touchEveryMs || caller.lastUsedAddress !== address)
      await noteActivity(token, now, () => touchToken(db, id, now, address));
    return caller;
  };

  const freshFor = (token: string, now: Date): LookUp | undefined =>
    [underWay, users, noOnes]
      .map(lookUps => lookUps.get(token))
      .find(found => found && Math.abs(now.getTime() - found.at) < freshForMs);

  /** Remembers whose token it is once that is known, unless `forget` was called meanwhile. */
  const note = (token: string, found: LookUp, isUnattended: boolean): void => {
    // An attended request a moment later must count as activity.
    if (!isUnattended) underWay.set(token, found);
    const settle = (actor: Actor | undefined) => {
      if (actor) known.set(token, true);
      else known.delete(token);
      if (underWay.get(token) !== found) return;
      underWay.delete(token);
      // What an earlier lookup found must not come back with a clock that is set back (F99).
      (actor ? noOnes : users).delete(token);
      (actor ? users : noOnes).set(token, found);
    };
    // A failed lookup is not remembered.
    const drop = () => void (underWay.get(token) === found && underWay.delete(token));
    found.actor.then(settle, drop);
  };

  return {
    identify: (token, address, isUnattended = false) => {
      const now = clock();
      const fresh = freshFor(token, now);
      if (fresh) return fresh.actor;
      const actor = isApiToken(token) ? lookUpToken(token, address, now) : lookUp(token, now, isUnattended);
      note(token, { at: now.getTime(), actor }, isUnattended);
      return actor;
    },
    recall: token => {
      if (known.get(token)) return 'a user';
      const found = noOnes.get(token);
      return found && Math.abs(clock().getTime() - found.at) < freshForMs ? 'no one' : undefined;
    },
    refreshActor: ({ sessionId }) => findSession(db, { id: sessionId }, clock()),
    forget: () => {
      underWay.clear();
      users.clear();
      noOnes.clear();
    },
  };
}
