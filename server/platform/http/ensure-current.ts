import { conflict, notFound } from './refusal';

type Versioned = { readonly id: number; readonly version: number };

/**
 * Compares an edit's version with the locked row: an edit of an older version is refused with 409 and the current
 * values. A client that sends no version overwrites the row; null says that it read none.
 */
export const ensureCurrent = ensureVersion(
  noun => `This ${noun} changed while you were editing. Review the differences below.`,
);

/**
 * The same for a step that edits nothing, such as an approval: there are no differences to merge, so what is on screen
 * has to be read again.
 */
export const ensureUnchanged = ensureVersion(
  noun => `This ${noun} has changed since you opened it. Check it, then try again.`,
);

function ensureVersion(refusal: (noun: string) => string) {
  return <Row extends Versioned>(
    row: Row | undefined,
    version: number | null | undefined,
    noun: string,
  ): Row => {
    if (!row) throw notFound(noun);
    if (version === undefined || version === row.version) return row;
    throw conflict(refusal(noun.toLowerCase()), row);
  };
}
