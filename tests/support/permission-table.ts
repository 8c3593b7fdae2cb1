import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Access } from '#domain/kernel/access';

/** The permissions of a table row in a canonical form, so that equivalent expressions are equal. */
export type RequiredPermissions =
  | 'public'
  | 'signed-in'
  | 'administrator'
  | {
      readonly anyOf: readonly string[];
      readonly andAnyOf?: readonly string[];
      readonly allOf: readonly string[];
    };

/** The lines of a table in tests/permissions, cell by cell, without comments. */
export function tableRows(file: string): string[][] {
  return readFileSync(join(import.meta.dirname, '..', 'permissions', file), 'utf8')
    .split('\n')
    .filter(line => line !== '' && !line.startsWith('#'))
    .map(line => line.split('\t'));
}

const words = (text: string, between: string) => text.split(between).map(word => word.trim());

/**
 * Parses `public`, `a`, `a + b`, `a or b`, `(a or b) + c`, `(a or b) + (c or d)`. A single permission becomes "all of".
 */
export function permissionsFrom(text: string): RequiredPermissions {
  if (text === 'public' || text === 'signed-in' || text === 'administrator') return text;
  const both = /^\((.+)\) \+ \((.+)\)$/.exec(text);
  if (both)
    return {
      anyOf: words(both[1] ?? '', ' or ').toSorted(),
      andAnyOf: words(both[2] ?? '', ' or ').toSorted(),
      allOf: [],
    };
  const bracketed = /^\((.+)\) \+ (.+)$/.exec(text);
  if (bracketed)
    return { anyOf: words(bracketed[1] ?? '', ' or ').toSorted(), allOf: words(bracketed[2] ?? '', ' + ') };
  return text.includes(' or ')
    ? { anyOf: words(text, ' or ').toSorted(), allOf: [] }
    : { anyOf: [], allOf: words(text, ' + ').toSorted() };
}

/** A contract's access in the form of the table. */
export function requiredBy(access: Access): RequiredPermissions {
  if (typeof access === 'string') return access;
  const anyOf = 'anyOf' in access ? [...access.anyOf] : [];
  const allOf = 'allOf' in access ? [...access.allOf] : [];
  if ('andAnyOf' in access) return { anyOf: anyOf.toSorted(), andAnyOf: access.andAnyOf.toSorted(), allOf };
  return anyOf.length === 1
    ? { anyOf: [], allOf: [...anyOf, ...allOf].toSorted() }
    : { anyOf: anyOf.toSorted(), allOf: allOf.toSorted() };
}

/** Every minimal sufficient set of permissions. */
export const smallest = ({
  anyOf,
  andAnyOf = [],
  allOf,
}: Exclude<RequiredPermissions, string>): string[][] => {
  const first = anyOf.length === 0 ? [[...allOf]] : anyOf.map(right => [right, ...allOf]);
  return andAnyOf.length === 0 ? first : first.flatMap(rights => andAnyOf.map(right => [...rights, right]));
};

/** Every maximal insufficient subset of these permissions. */
export const tooFew = ({ anyOf, andAnyOf = [], allOf }: Exclude<RequiredPermissions, string>): string[][] => [
  ...[anyOf, andAnyOf].filter(rights => rights.length > 0).map(rights => [...rights]),
  ...allOf.map(right => [right]),
];

export type PermissionRow = {
  readonly route: string;
  readonly rights: RequiredPermissions;
  readonly why: string;
};

/** tests/permissions/permissions.tsv: the permissions of `GET /users`. */
export const permissionRows: readonly PermissionRow[] = tableRows('permissions.tsv').map(
  ([method = '', path = '', rights = '', why = '']) => ({
    route: `${method} ${path}`,
    rights: permissionsFrom(rights),
    why,
  }),
);

export const permissionsByRoute: ReadonlyMap<string, RequiredPermissions> = new Map(
  permissionRows.map(({ route, rights }) => [route, rights]),
);
