import type { AdmittedCaller } from '../kernel/admission';
import type { Pence } from '../kernel/money';
import type { Permission } from '../kernel/permissions';

export const accessResults = ['yes', 'depends', 'no'] as const;
export type AccessResult = (typeof accessResults)[number];

export const conditionKinds = ['sign_in', 'second_approver', 'approval', 'own_record', 'open_till'] as const;

/** Something that must also be true. Without it the server refuses, or the document waits. */
export type Condition = {
  readonly kind: (typeof conditionKinds)[number];
  readonly words: string;
  /** The limit up to which it does not apply, such as “£50.00”. */
  readonly limit: string | null;
  /** Who could approve. */
  readonly approvers: readonly string[];
  /** False when no active user could: then it is a refusal. */
  readonly isPossible: boolean;
};

/** A user as the server would see one who signs in now with a password. */
export type Person = Omit<AdmittedCaller, 'roles'> & {
  readonly id: number;
  readonly name: string;
  readonly isActive: boolean;
  readonly roles: readonly { readonly id: number; readonly name: string }[];
};
export type People = readonly Person[];

export type RoleFacts = {
  readonly id: number;
  readonly name: string;
  readonly permissions: readonly Permission[];
  readonly user_count: number;
};

/** The limits of the business: amounts in pence, the discount in hundredths of a per cent. Null is no limit. */
export type Limits = {
  readonly refund: Pence | null;
  readonly adjustment: Pence | null;
  readonly write_off: Pence | null;
  readonly stock_count: Pence | null;
  /** Of bills without an order. */
  readonly bill: Pence | null;
  readonly order: Pence | null;
  readonly expense: Pence | null;
  readonly till_variance: Pence | null;
  readonly paid_out: Pence | null;
  readonly discount: number | null;
};

/** One line of the check, met or not, with the roles that grant it. */
export type Line = { readonly words: string; readonly isMet: boolean; readonly grantedBy: readonly string[] };

export type Answer = {
  readonly result: AccessResult;
  /** The line or condition that decides. */
  readonly reason: string;
  readonly lines: readonly Line[];
  readonly conditions: readonly Condition[];
  /** The smallest change that allows it; null unless the result is no. */
  readonly change: string | null;
};
