import { createHash } from 'node:crypto';

/** What a seal says, in the words that are hashed. */
export type SealFacts = {
  readonly id: number;
  /** ISO 8601 in UTC, with milliseconds. */
  readonly sealedAt: string;
  /** The ids of its entries, as ranges: `{[1,5),[7,8)}`. */
  readonly entryIds: string;
  /** How many entries this seal and those before it cover. */
  readonly entries: number;
  /** The hash of its entries' hashes. */
  readonly contents: string;
  readonly previousHash: string;
};

/** The same framing as in the database: each field with its length in bytes. */
export const framed = (...fields: readonly (string | number | null)[]): string =>
  fields.map(field => (field === null ? '-' : `${Buffer.byteLength(String(field))}:${field}`)).join('');

export const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

export const hashOfSeal = ({ id, sealedAt, entryIds, entries, contents, previousHash }: SealFacts): string =>
  digest(framed(id, sealedAt, entryIds, entries, contents, previousHash));

/** What the signature of a day covers. */
export const textOfHead = (head: { day: string; sealId: number; entries: number; hash: string }): string =>
  framed('counterfoil audit head', head.day, head.sealId, head.entries, head.hash);
