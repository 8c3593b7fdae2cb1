import { session } from '#domain/session/session.contract';
import { roles } from '#domain/users/role.contract';
import { users } from '#domain/users/user.contract';
import { contractQuery, pageQuery, recordQuery } from '../../platform/queries';

export const userPage = pageQuery(users.list);
export const userById = recordQuery(users.get);
export const allRoles = contractQuery(roles.list, { shownInPlace: false });
export const ownPermissions = contractQuery(roles.explain, { shownInPlace: false });
export const registrationState = contractQuery(session.entry, { shownInPlace: false });
