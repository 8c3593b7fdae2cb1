/** The answer of a rule: yes, or a reason that a person can read, with the field it concerns where there is one. */
export type RuleResult =
  | { readonly allowed: true }
  | {
      readonly allowed: false;
      readonly reason: string;
      readonly field?: string;
      /** Whether it is refused because users do not approve what they entered. */
      readonly isOwn?: true;
    };

export const yes: RuleResult = { allowed: true };
export const no = (reason: string, field?: string): RuleResult =>
  field === undefined ? { allowed: false, reason } : { allowed: false, reason, field };
