import { hasPermission, type Holder } from '#domain/kernel/access';
import { type ImportKind, importKinds, importTerms, canImport } from '#domain/imports/import-kinds';
import { allPermissions } from '#domain/kernel/permissions';
import type { Actor } from '../../platform/http/actor';
import { forbidden } from '../../platform/http/refusal';

/** The kinds that a user can import. */
export const kindsFor = (actor: Holder): ImportKind[] => importKinds.filter(kind => canImport(actor, kind));

export function ensureCanImport(actor: Holder, kind: ImportKind): void {
  if (!canImport(actor, kind))
    throw forbidden(`You do not have permission to import ${importTerms[kind].many.toLowerCase()}.`);
}

/**
 * Checks permission to import such records. Product files of other users are shown only to users who can see
 * cost.
 */
export function ensureCanView(actor: Actor, imported: { kind: ImportKind; created_by_id: number }): void {
  ensureCanImport(actor, imported.kind);
  const isOther = imported.created_by_id !== actor.id;
  if (imported.kind === 'products' && isOther && !hasPermission(actor, 'view_cost'))
    throw forbidden('You do not have permission to see product costs, which this file may contain.');
}

/** The user's current permissions, which the background job applies. */
export const permissionsOfImports = (actor: Holder): string[] =>
  allPermissions.filter(permission => hasPermission(actor, permission));
