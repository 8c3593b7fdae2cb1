/** The result of a rule: allowed, or a reason for users, with its field if any. */
export type RuleResult =
  | { readonly allowed: true }
  | {
      readonly allowed: false;
      readonly reason: string;
      readonly field?: string;
      /** Whether it is refused because users cannot approve what they entered. */
      readonly isOwn?: true;
    };

export const yes: RuleResult = { allowed: true };
export const no = (reason: string, field?: string): RuleResult =>
  field === undefined ? { allowed: false, reason } : { allowed: false, reason, field };
