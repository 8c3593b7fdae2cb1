import { conflict, notFound } from './refusal';

type Versioned = { readonly id: number; readonly version: number };

/**
 * Compares an edit's version with the locked row: an edit of an older version is refused with 409 and the current
 * values. A client that sends no version overwrites the row; null says that it read none.
 */
export function ensureCurrent<Row extends Versioned>(
  row: Row | undefined,
  edited: number | null | undefined,
  noun: string,
): Row {
  if (!row) throw notFound(noun);
  if (edited === undefined || edited === row.version) return row;
  throw conflict(
    `This ${noun.toLowerCase()} changed while you were editing. Review the differences below.`,
    row,
  );
}
