import { type Access, isAllowed } from '#domain/kernel/access';
import { type AnyListing, isDated } from '#domain/kernel/list-query';
import type { Actor } from '../../platform/http/actor';
import { forbidden, invalid } from '../../platform/http/refusal';
import type { Route } from '../../platform/http/route';

type List = { readonly access: Access; readonly params: ReadonlySet<string> };
export type Lists = ReadonlyMap<string, List>;

const always = ['search', 'sort_by', 'sort_order', 'columns', 'widths', 'density', 'per_page'];

/** Every list among the routes, by its path, with the parameters that its address can have. */
export const listsOf = (routes: readonly Route[]): Lists =>
  new Map(
    routes.flatMap(({ call }) => {
      const { listing } = call as typeof call & { readonly listing?: AnyListing };
      return listing
        ? [
            [
              call.path,
              {
                access: call.access,
                params: new Set([
                  ...always,
                  ...(isDated(listing) ? ['period'] : []),
                  ...Object.keys(listing.filters),
                ]),
              },
            ] as const,
          ]
        : [];
    }),
  );

/** 422 for something that is no list, 403 for one that the user may not open. */
export function ensureList(lists: Lists, actor: Actor, path: string): List {
  const list = lists.get(path);
  if (!list) throw invalid({ list: 'Choose one of the lists.' });
  if (!isAllowed(list.access, actor)) throw forbidden('You do not have permission to open this list.');
  return list;
}

/** The parameters that the list has; others, such as a filter that no longer exists, are ignored. */
export const knownParams = (
  { params: known }: List,
  params: Readonly<Record<string, string>>,
): Record<string, string> =>
  Object.fromEntries(Object.entries(params).filter(([name, value]) => known.has(name) && value !== ''));
