import { readsOfPrimary } from '../database/standby';
import type { ReadContext } from './context';
import type { Route } from './route';

/**
 * Answers a read that may be a second old, from a standby if there is one (decision 148). Within the turn of a read that
 * waits for one: what was fresh before the wait may be old after it.
 */
export const mayLag = (route: Route): Route => ({
  ...route,
  mayLag: true,
  handle: input => {
    const context = input as ReadContext;
    const { laggingReads = readsOfPrimary(context.db) } = context;
    return laggingReads.read(db => route.handle({ ...context, db } as never));
  },
});
