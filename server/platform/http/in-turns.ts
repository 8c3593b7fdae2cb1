import { turnsOf } from '../turns';
import type { Route } from './route';

/**
 * Lets so many of these reads work at a time in this process; the others wait in the order in which they came. What adds up years
 * of rows makes several queries at once: five of them would take every connection, and a till would wait for one.
 */
export function inTurns(routes: readonly Route[], most: number): Route[] {
  const turns = turnsOf(most);
  return routes.map(route => ({ ...route, handle: input => turns(() => route.handle(input)) }));
}
