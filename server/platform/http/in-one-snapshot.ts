import { inSnapshot } from '../database/snapshot';
import type { ReadContext } from './context';
import type { Route } from './route';

/**
 * Answers a read in one snapshot. Not for a file that is streamed: it is read after the route has answered, in a
 * transaction of its own.
 */
export const inOneSnapshot = (route: Route): Route => ({
  ...route,
  handle: input => {
    const context = input as ReadContext;
    return inSnapshot(context.db, db => route.handle({ ...context, db } as never));
  },
});
