import * as z from 'zod';

const text = z.string();
const number = z.int();

/** An entry as it was hashed. */
const entry = z.object({
  id: number,
  at: text,
  actor_id: number.nullable(),
  actor: text,
  address: text.nullable(),
  actor_salt: text.nullable(),
  actor_hash: text.nullable(),
  action: text,
  record_type: text,
  record_id: number.nullable(),
  record_name: text.nullable(),
  before: text.nullable(),
  after: text.nullable(),
  subject_salt: text.nullable(),
  subject_hash: text.nullable(),
  request_id: text.nullable(),
  previous_hash: text.nullable(),
  hash: text,
  is_erased: z.boolean(),
  is_actor_erased: z.boolean(),
});

const seal = z.object({
  id: number,
  sealed_at: text,
  entry_ids: text,
  entries: number,
  contents: text,
  previous_hash: text,
  hash: text,
});

const head = z.object({
  day: text,
  seal_id: number,
  entries: number,
  hash: text,
  signed_at: text,
  signature: text,
  public_key: text,
});

/** The time stamp of the head of a day: a token as in RFC 3161, in base64. */
const stamp = z.object({ day: text, authority: text, stamped_at: text, token: z.base64() });

/** The lines of a proof file: the first names its format. */
export const proofLine = z.union([
  z.strictObject({ format: text, exported_at: text }),
  z.strictObject({ stamp }),
  z.strictObject({ head }),
  z.strictObject({ seal }),
  z.strictObject({ entry }),
]);

export type ProofEntry = z.output<typeof entry>;
export type ProofSeal = z.output<typeof seal>;
export type ProofStamp = z.output<typeof stamp>;
export type ProofHead = z.output<typeof head>;
