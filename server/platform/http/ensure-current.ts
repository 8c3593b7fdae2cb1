import { conflict, notFound } from './refusal';

type Versioned = { readonly id: number; readonly version: number };

/**
 * Compares an edit's version with the locked row: an edit of an older version is refused with 409 and the current
 * values. A client that sends no version overwrites the row; null says that it read none.
 */
export const ensureCurrent = <Row extends Versioned>(
  row: Row | undefined,
  edited: number | null | undefined,
  noun: string,
): Row =>
  ensureVersion(row, edited, {
    noun,
    refusal: `This ${noun.toLowerCase()} changed while you were editing. Review the differences below.`,
  });

/**
 * The same for a step that edits nothing, such as an approval: there are no differences to merge, so what is on screen
 * has to be read again.
 */
export const ensureUnchanged = <Row extends Versioned>(
  row: Row | undefined,
  seen: number | null | undefined,
  noun: string,
): Row =>
  ensureVersion(row, seen, {
    noun,
    refusal: `This ${noun.toLowerCase()} has changed since you opened it. Check it, then try again.`,
  });

function ensureVersion<Row extends Versioned>(
  row: Row | undefined,
  version: number | null | undefined,
  { noun, refusal }: { readonly noun: string; readonly refusal: string },
): Row {
  if (!row) throw notFound(noun);
  if (version === undefined || version === row.version) return row;
  throw conflict(refusal, row);
}
