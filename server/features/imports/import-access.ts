import { hasPermission, type Holder } from '#domain/kernel/access';
import { type ImportKind, importKinds, importTerms, mayImport } from '#domain/imports/import-kinds';
import { allPermissions } from '#domain/kernel/permissions';
import type { Actor } from '../../platform/http/actor';
import { forbidden } from '../../platform/http/refusal';

/** The kinds that somebody may import. */
export const kindsFor = (actor: Holder): ImportKind[] => importKinds.filter(kind => mayImport(actor, kind));

export function ensureMayImport(actor: Holder, kind: ImportKind): void {
  if (!mayImport(actor, kind))
    throw forbidden(`You do not have permission to import ${importTerms[kind].many.toLowerCase()}.`);
}

/**
 * Lets in who may import such records. The rows of a product file may hold what products cost: those of somebody
 * else are shown to people who may see cost.
 */
export function ensureMaySee(actor: Actor, imported: { kind: ImportKind; created_by_id: number }): void {
  ensureMayImport(actor, imported.kind);
  const isOther = imported.created_by_id !== actor.id;
  if (imported.kind === 'products' && isOther && !hasPermission(actor, 'view_cost'))
    throw forbidden('You do not have permission to see product costs, which this file may contain.');
}

/** The rights that somebody holds now, as the work in the background will go by them. */
export const rightsOf = (actor: Holder): string[] =>
  allPermissions.filter(permission => hasPermission(actor, permission));
