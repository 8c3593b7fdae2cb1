import { hasPermission, type Holder } from './access';
import type { Permission } from './permissions';

/**
 * Figures of a list that need a permission of their own. The order of a list reveals what it is sorted by, and its rows what it is
 * filtered by, so that needs the permission too.
 */
export type ProtectedFigures<Sort extends string = string, Name extends string = string> = {
  readonly needs: Permission;
  /** As in "You do not have permission to see what suppliers are owed". */
  readonly figures: string;
  readonly sort?: readonly Sort[];
  /** Filters by them, with the values that need the permission. */
  readonly filters?: { readonly [N in Name]?: 'any' | readonly string[] };
};

/** What a query asks for although its user may not see it: the figures, and the names of the parameters. */
export type HiddenFigures = { readonly figures: string; readonly params: readonly string[] };

/** The protected figures that a list would be sorted or filtered by; none if the holder may see them. */
export const hiddenFigures = (
  { protects = [] }: { readonly protects?: readonly ProtectedFigures[] },
  query: Readonly<Record<string, unknown>>,
  holder: Holder,
): HiddenFigures[] =>
  protects.flatMap(({ needs, figures, sort, filters }) => {
    if (hasPermission(holder, needs)) return [];
    const asked: Readonly<Record<string, 'any' | readonly string[] | undefined>> = {
      ...filters,
      sort_by: sort,
    };
    const params = Object.entries(asked).flatMap(([name, values]) =>
      query[name] !== undefined && (values === 'any' || values?.includes(query[name] as string))
        ? [name, ...(name === 'sort_by' ? ['sort_order'] : [])]
        : [],
    );
    return params.length > 0 ? [{ figures, params }] : [];
  });
