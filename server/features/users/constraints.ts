import type { ConstraintWords } from '../../platform/http/constraint-words';

/** Messages for constraints of users and roles. */
export const userConstraints: ConstraintWords = {
  users_last_administrator_stays:
    'There must always be an active administrator. Make another user an administrator first.',
  users_stay_erased: 'This account was erased with its employee, so it cannot be used again.',
  users_erased_are_kept:
    'This account was erased with its employee. The record must stay, so it cannot be deleted.',
  roles_system_role_is_protected: 'The administrator role cannot be changed.',
  user_roles_role_is_in_use: 'This role has users, so it cannot be deleted. Give them another role first.',
};
