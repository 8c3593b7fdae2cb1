import { ownDiscountLimit } from '#domain/approvals/when-approval-is-needed';
import { isAdministrator } from '#domain/kernel/access';
import type { Permission } from '#domain/kernel/permissions';
import { isAdministratorName } from '#domain/kernel/role-name';
import { no, type RuleResult, yes } from '#domain/kernel/rule-result';
import type { Actor } from '../../platform/http/actor';

type UserRef = { readonly id: number; readonly roles: readonly { readonly name: string }[] };
type RoleFacts = {
  readonly id: number;
  readonly name: string;
  readonly permissions: readonly Permission[];
  readonly discount_limit?: number | null;
};

const holdsAdmin = (person: UserRef) => person.roles.some(role => isAdministratorName(role.name));

type Holder = UserRef & {
  readonly permissions: readonly Permission[];
  readonly discount_limit?: number | null;
  /** Their personal data was erased with an employee. */
  readonly isErased?: boolean;
};

/** An erased account is that of no one: whoever used it would act under a neutral name. */
const notErased = ({ isErased }: Pick<Holder, 'isErased'>): RuleResult =>
  isErased ? no('This account was erased with its employee, so it cannot be changed or used again.') : yes;

/**
 * Only administrators can change administrators, and no one can change an account with more permissions than
 * their own: not its name, roles, status or sessions (F48). The user's own account follows its own rules.
 */
export function canEditUser(actor: Actor, user: Holder): RuleResult {
  const open = notErased(user);
  return open.allowed ? isWithinOwn(actor, user) : open;
}

function isWithinOwn(actor: Actor, user: Holder): RuleResult {
  if (isAdministrator(actor)) return yes;
  if (holdsAdmin(user)) return no('Only an administrator can change an administrator.');
  if (user.id === actor.id) return yes;
  if ((user.discount_limit ?? 0) > ownDiscountLimit(actor))
    return no('This user has a larger discount limit than you. Ask an administrator to change the account.');
  if (user.permissions.every(permission => actor.permissions.includes(permission))) return yes;
  return no(`This user has permissions that you do not have. Ask an administrator to change the account.`);
}

/**
 * Setting a user's password or address allows signing in as that user, so it needs all of that user's
 * permissions. Users change their own in the profile, with the current password.
 */
export function canTakeOver(actor: Actor, user: Holder): RuleResult {
  if (user.id === actor.id) return no('Change your own address and password in your profile.');
  return canEditUser(actor, user);
}

/**
 * With the password, turning off the second factor allows signing in as the user, so it needs the same
 * permissions.
 */
export function canResetTwoFactor(
  actor: Actor,
  user: Holder & { readonly has_two_factor: boolean },
): RuleResult {
  if (user.id === actor.id) return no('Change your own two-factor sign-in in your profile.');
  if (!user.has_two_factor) return no('Two-factor sign-in is not on.');
  return canTakeOver(actor, user);
}

/** Without the link, another account at the sign-in provider can be linked, as with a new address. */
export function canUnlink(actor: Actor, user: Holder, hasLink: boolean): RuleResult {
  if (user.id === actor.id) return no('Remove your own link in your profile.');
  if (!hasLink) return no('No account of the sign-in provider is linked.');
  return canTakeOver(actor, user);
}

/** Users cannot lock themselves out. An erased account that an earlier version opened again can still be closed. */
export function canDeactivate(actor: Actor, user: Holder): RuleResult {
  if (user.id === actor.id) return no('You cannot deactivate your own account. Ask another administrator.');
  return isWithinOwn(actor, user);
}

export function canDelete(actor: Actor, user: Holder, hasHistory: boolean): RuleResult {
  if (user.id === actor.id) return no('You cannot delete your own account.');
  if (hasHistory)
    return no('This user cannot be deleted because records refer to them. Deactivate the account instead.');
  return canEditUser(actor, user);
}

/**
 * No one can grant permissions they do not have: each new role must lie within the granter's own. Existing
 * roles can stay. Users cannot remove their own administrator role.
 */
export function canHoldRoles(
  actor: Actor,
  user: UserRef & { readonly roleIds: readonly number[] },
  roles: readonly RoleFacts[],
): RuleResult {
  const added = roles.filter(role => !user.roleIds.includes(role.id));
  for (const role of added) {
    const result = canGrant(actor, role);
    if (!result.allowed) return result;
  }
  const keepsAdmin = roles.some(role => isAdministratorName(role.name));
  if (user.id === actor.id && holdsAdmin(user) && !keepsAdmin) {
    return no(
      'You cannot remove the administrator role from yourself. Ask another administrator.',
      'role_ids',
    );
  }
  return yes;
}

function canGrant(actor: Actor, role: RoleFacts): RuleResult {
  if (isAdministrator(actor)) return yes;
  if (isAdministratorName(role.name))
    return no('Only an administrator can grant the administrator role.', 'role_ids');
  if ((role.discount_limit ?? 0) > ownDiscountLimit(actor))
    return no(
      `You cannot give the role “${role.name}”: it has a larger discount limit than you.`,
      'role_ids',
    );
  const missing = role.permissions.filter(permission => !actor.permissions.includes(permission));
  if (missing.length === 0) return yes;
  return no(
    `You cannot give the role “${role.name}”: it has permissions that you do not have (${missing.slice(0, 3).join(', ')}${missing.length > 3 ? ' and more' : ''}).`,
    'role_ids',
  );
}
