/** The result of a rule: allowed, or a reason for users, with its field if any. */
export type Verdict =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly reason: string; readonly field?: string };

export const yes: Verdict = { allowed: true };
export const no = (reason: string, field?: string): Verdict =>
  field === undefined ? { allowed: false, reason } : { allowed: false, reason, field };
