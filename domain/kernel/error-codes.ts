import * as z from 'zod';

/** The kinds of refusal with their HTTP status. Clients may rely on the code; the message is for users. */
export const errorStatus = {
  bad_request: 400,
  not_signed_in: 401,
  forbidden: 403,
  /** The session is too old for a sensitive call: after `POST /auth/confirmation` the same call is answered. */
  confirmation_required: 403,
  /** A temporary password is to be changed, or a required two-factor sign-in set up, before anything else. */
  sign_in_unfinished: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  /** The first request with this Idempotency-Key has not been answered yet. */
  still_running: 409,
  too_large: 413,
  unsupported_media: 415,
  no_such_range: 416,
  invalid: 422,
  /** The Idempotency-Key belongs to an earlier request with other contents, which took effect. */
  key_reused: 422,
  too_many_requests: 429,
  failed: 500,
  unavailable: 503,
  out_of_space: 507,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/** Messages by field, in the contract's field names; nested fields are joined by dots. */
export type FieldErrors = Record<string, string[]>;

/** The body of every refusal. */
export const errorReply = z.object({
  message: z.string(),
  code: z.string(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
  /** With a 409 for a stale edit: the current row. */
  current: z.unknown().optional(),
  request_id: z.string(),
});
export type ErrorReply = z.infer<typeof errorReply>;
