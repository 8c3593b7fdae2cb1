import type * as z from 'zod';

/** A known parameter of a URL whose value the page cannot use. */
export type IgnoredParam = { readonly name: string; readonly value: string };

/** Splits the parameters of a URL into those its schema accepts, and the others. */
export function usableParams(
  schema: Pick<z.ZodType, 'safeParse'>,
  params: Readonly<Record<string, string>>,
): { readonly query: Readonly<Record<string, string>>; readonly ignored: readonly IgnoredParam[] } {
  const result = schema.safeParse(params);
  if (result.success) return { query: params, ignored: [] };
  const wrong = new Set(
    result.error.issues.flatMap(issue =>
      issue.code === 'unrecognized_keys' ? issue.keys : [String(issue.path[0])],
    ),
  );
  const ignored = Object.entries(params).flatMap(([name, value]) =>
    wrong.has(name) ? [{ name, value }] : [],
  );
  const query = Object.fromEntries(Object.entries(params).filter(([name]) => !wrong.has(name)));
  return { query, ignored };
}
