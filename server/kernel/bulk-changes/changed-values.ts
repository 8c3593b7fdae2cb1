import type { BulkValues } from './bulk-list';

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The values that differ, before and after, with those that give them their meaning; null when none differs. */
export function changedValues(
  values: BulkValues,
  next: BulkValues,
  meaning: Readonly<Record<string, readonly string[]>> = {},
): { before: BulkValues; after: BulkValues } | null {
  const changed = Object.keys(next).filter(field => !isSame(values[field], next[field]));
  if (changed.length === 0) return null;
  const kept = [...new Set(changed.flatMap(field => [field, ...(meaning[field] ?? [])]))];
  const pick = (from: BulkValues) => Object.fromEntries(kept.map(field => [field, from[field] ?? null]));
  return { before: pick(values), after: pick(next) };
}

/** The fields whose value is no longer the one that was set. */
export const fieldsSetSince = (values: BulkValues, after: BulkValues): string[] =>
  Object.keys(after).filter(field => !isSame(values[field], after[field]));
