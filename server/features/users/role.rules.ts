import { ownDiscountLimit } from '#domain/approvals/when-approval-is-needed';
import { isAdministrator } from '#domain/kernel/access';
import { formatPercent } from '#domain/kernel/percent';
import type { Permission } from '#domain/kernel/permissions';
import { looksLikeAdministrator } from '#domain/kernel/role-name';
import { no, type RuleResult, yes } from '#domain/kernel/rule-result';
import type { Role } from '#domain/users/role.contract';
import type { Actor } from '../../platform/http/actor';

/** Refuses names that readers or the case-insensitive check would take for the administrator role. */
export const isNameAllowed = (name: string): RuleResult =>
  looksLikeAdministrator(name)
    ? no('This name is too similar to the administrator role. Choose another.', 'name')
    : yes;

/** No one can grant permissions they do not have. */
export function canContain(actor: Actor, permissions: readonly Permission[]): RuleResult {
  if (isAdministrator(actor)) return yes;
  const missing = permissions.filter(permission => !actor.permissions.includes(permission));
  if (missing.length === 0) return yes;
  return no(
    `You cannot grant permissions that you do not have: ${missing.slice(0, 5).join(', ')}${missing.length > 5 ? ' and more' : ''}.`,
    'permissions',
  );
}

/** No one can lend a larger discount than they may give themselves. */
export function canLend(actor: Actor, discountLimit: number | null | undefined): RuleResult {
  const own = ownDiscountLimit(actor);
  if ((discountLimit ?? 0) <= own) return yes;
  return no(
    own === 0
      ? 'You cannot set a discount limit, because none of your roles has one. Ask an administrator.'
      : `You cannot set a discount limit above your own, which is ${formatPercent(own)}.`,
    'discount_limit',
  );
}

/** The administrator role cannot be changed, nor a role with permissions the user does not have. */
export function canChange(actor: Actor, role: Role): RuleResult {
  if (role.is_system) return no('The administrator role cannot be changed.');
  if (!canContain(actor, role.permissions).allowed)
    return no('You cannot change this role because it has permissions that you do not have.');
  return canLend(actor, role.discount_limit).allowed
    ? yes
    : no('You cannot change this role because its discount limit is above yours.');
}

export function canRemove(actor: Actor, role: Role): RuleResult {
  if (role.user_count > 0) {
    return no(
      `“${role.name}” has ${role.user_count} user${role.user_count === 1 ? '' : 's'}, so it cannot be deleted. Give them another role first.`,
    );
  }
  return canChange(actor, role);
}
