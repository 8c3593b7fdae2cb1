import * as z from 'zod';
import type { CellError } from './imported-row';

/**
 * Checks a row's values by the contract of the form. Errors are by field; `fieldOf` maps a contract's field to its
 * column where the names differ.
 */
export function parseValues<Schema extends z.ZodType>(
  schema: Schema,
  values: unknown,
  fieldOf: Readonly<Record<string, string>> = {},
): { value: z.output<Schema> } | { errors: CellError[] } {
  const parsed = schema.safeParse(values);
  if (parsed.success) return { value: parsed.data };
  return {
    errors: parsed.error.issues.map(issue => {
      const field = issue.path[0];
      return {
        field: field === undefined ? null : (fieldOf[String(field)] ?? String(field)),
        message: inPlainWords(issue, values),
      };
    }),
  };
}

/** A contract's messages about types mean nothing to the user of a spreadsheet. */
function inPlainWords({ message, path }: z.core.$ZodIssue, values: unknown): string {
  if (!message.startsWith('Must ')) return message;
  const isBlank = (values as Readonly<Record<string, unknown>>)[String(path[0])] == null;
  return isBlank ? 'This cell is blank. Enter a value, or map the column that has it.' : message;
}

/** The changed values, before and after; undefined when nothing changed. */
export function changesOf(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): { before: Record<string, unknown>; after: Record<string, unknown> } | undefined {
  const changed = Object.keys(after).filter(
    field => JSON.stringify(before[field] ?? null) !== JSON.stringify(after[field] ?? null),
  );
  if (changed.length === 0) return undefined;
  const pick = (values: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(changed.map(field => [field, values[field] ?? null]));
  return { before: pick(before), after: pick(after) };
}

/** A name normalised as in contracts before it is looked up: composed characters, single spaces. */
export const tidyName = (name: unknown): string =>
  (typeof name === 'string' ? name : '').normalize('NFC').replaceAll(/\s+/gu, ' ').trim();
