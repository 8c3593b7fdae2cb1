import { limitConcurrency } from '../turns';
import type { Route } from './route';

/**
 * Limits how many of these reads run at a time in this process; the others queue in order. Reports over years of rows
 * use several connections each: five at once would take every connection, and a till would wait.
 */
export function inTurns(routes: readonly Route[], limit: number): Route[] {
  const turns = limitConcurrency(limit);
  return routes.map(route => ({ ...route, handle: input => turns(() => route.handle(input)) }));
}
