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

/** Why a status does not allow an action on a record, both as participles: "draft" and "received". */
export const statusRefusalWords = (name: string, status: string, action: string): string =>
  status === action
    ? `${name} has already been ${action}.`
    : `${name} is ${status}, so it cannot be ${action}.`;
