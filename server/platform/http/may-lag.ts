import { readsOfPrimary } from '../database/standby';
import type { ReadContext } from './context';
import type { Route } from './route';

type Asked = ReadContext & { readonly query: object };

/**
 * Answers a read that may be a second old, from a standby if there is one (decision 148). Within the turn of a read that
 * waits for one: what was fresh before the wait may be old after it. `isAllowed` is asked of each request.
 */
export const mayLag = (route: Route, isAllowed: (input: Asked) => boolean = () => true): Route => ({
  ...route,
  mayLag: true,
  handle: input => {
    const context = input as Asked;
    if (!isAllowed(context)) return route.handle(input);
    const { laggingReads = readsOfPrimary(context.db) } = context;
    return laggingReads.read(db => route.handle({ ...context, db } as never));
  },
});
