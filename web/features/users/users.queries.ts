import { accessCheck } from '#domain/access-check/access-check.contract';
import type { Permission } from '#domain/kernel/permissions';
import { session } from '#domain/session/session.contract';
import { roles } from '#domain/users/role.contract';
import { users } from '#domain/users/user.contract';
import { contractQuery, pageQuery, previousWhileLoading, recordQuery } from '../../platform/queries';

export const userPage = pageQuery(users.list);
export const userById = recordQuery(users.get);
export const allRoles = contractQuery(roles.list, { shownInPlace: false });
export const ownPermissions = contractQuery(roles.explain, { shownInPlace: false });
export const registrationState = contractQuery(session.entry, { shownInPlace: false });

/** What a question of the access check is about: an action or a page, and an amount. */
export type Asked = { readonly action?: string; readonly path?: string; readonly amount?: string };

export const accessSubjects = contractQuery(accessCheck.subjects);
export const whoCan = (query: Asked) => contractQuery(accessCheck.who, { query });
export const whyCannot = (id: number, query: Asked) =>
  contractQuery(accessCheck.why, { params: { id }, query });
export const rolePreview = (role_id: number | null, permissions: readonly Permission[]) =>
  previousWhileLoading(accessCheck.previewRole, { body: { role_id, permissions: [...permissions] } });
