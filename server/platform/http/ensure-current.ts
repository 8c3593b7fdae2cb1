import { conflict, notFound } from './refusal';

type Versioned = { readonly id: number; readonly version: number };

/**
 * Holds an edit against the row as it stands, which the caller has locked: an edit of an older version is refused
 * with 409 and the current values. A client that sends no version overwrites whatever is there.
 */
export function ensureCurrent<Row extends Versioned>(
  row: Row | undefined,
  edited: number | undefined,
  noun: string,
): Row {
  if (!row) throw notFound(noun);
  if (edited === undefined || edited === row.version) return row;
  throw conflict(
    `This ${noun.toLowerCase()} changed while you were editing. Review the differences below.`,
    row,
  );
}
