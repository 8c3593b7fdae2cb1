import { isAllowed } from '#domain/kernel/access';
import { pathParams } from '#domain/kernel/call';
import type { Actor } from '../../platform/http/actor';
import { forbidden, invalid } from '../../platform/http/refusal';
import type { Route } from '../../platform/http/route';

/** A route that makes a file, with the parameters of its path. */
type Exportable = { readonly route: Route; readonly params: Readonly<Record<string, number>> };

type Finder = (path: string) => Exportable | undefined;

/** Finds exports and papers among the routes by their path. */
function finderOf(routes: readonly Route[]): Finder {
  const patterns = routes
    .filter(({ call }) => call.inBackground)
    .map(route => ({
      route,
      schema: pathParams(route.call.path),
      pattern: new RegExp(`^${route.call.path.replaceAll(/\{(\w+)\}/g, '(?<$1>[0-9]+)')}$`),
    }));
  return path => {
    for (const { route, schema, pattern } of patterns) {
      const found = pattern.exec(path);
      const params = found && schema.safeParse({ ...found.groups });
      if (params?.success) return { route, params: params.data };
    }
    return undefined;
  };
}

/** Jobs start before the routes exist, and one that is due by then is retried. */
let find: Finder | undefined;

export function registerExportables(routes: readonly Route[]): void {
  find = finderOf(routes);
}

export function findExportable(path: string): Exportable | undefined {
  if (!find) throw new Error('The routes are not there yet');
  return find(path);
}

/** The route of this path, if the user may call it. 422 or 403. */
export function ensureExportable(path: string, actor: Actor): Exportable {
  const found = findExportable(path);
  if (!found) throw invalid({ path: 'Choose an export or a PDF of a list, a report or a document.' });
  ensureMayExport(found, actor);
  return found;
}

export function ensureMayExport({ route }: Exportable, actor: Actor): void {
  if (!isAllowed(route.call.access, actor))
    throw forbidden('You do not have permission to make this export.');
}
