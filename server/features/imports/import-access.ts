import { hasPermission, type Holder } from '#domain/kernel/access';
import type { ImportDetail } from '#domain/imports/import.contract';
import { canDiscard, canUndo } from '#domain/imports/import.rules';
import { type ImportKind, importKinds, importTerms, canImport } from '#domain/imports/import-kinds';
import { allPermissions } from '#domain/kernel/permissions';
import { no, type RuleResult } from '#domain/kernel/rule-result';
import type { Actor } from '../../platform/http/actor';
import { forbidden } from '../../platform/http/refusal';

type Owned = { readonly kind: ImportKind; readonly created_by_id: number };

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
export function ensureCanView(actor: Actor, imported: Owned): void {
  ensureCanImport(actor, imported.kind);
  const why = whyHidden(actor, imported);
  if (why !== null) throw forbidden(why);
}

const whyHidden = (actor: Actor, { kind, created_by_id }: Owned): string | null =>
  kind === 'products' && created_by_id !== actor.id && !hasPermission(actor, 'view_cost')
    ? 'You do not have permission to see product costs, which this file may contain.'
    : null;

/** Why a user may not undo an import, although they may import such records; null if they may. */
export function whyNoUndo(actor: Actor, imported: Owned & Pick<ImportDetail, 'counts'>): string | null {
  const { edit, remove } = importTerms[imported.kind];
  if (!hasPermission(actor, edit) && imported.counts.changed > 0)
    return 'You do not have permission to undo this import because it changed records. Ask a user with permission to edit them.';
  if (!hasPermission(actor, remove) && imported.created_by_id !== actor.id)
    return 'You do not have permission to delete records imported by another user.';
  return null;
}

/** What this user may do with an import. Its state is checked before permissions, so that a button explains it first. */
export function allowedSteps(
  actor: Actor,
  imported: Owned & Pick<ImportDetail, 'counts' | 'state'>,
): ImportDetail['can'] {
  const unless = (rule: RuleResult, why: string | null) => (rule.allowed && why !== null ? no(why) : rule);
  const hidden = whyHidden(actor, imported);
  return {
    undo: unless(canUndo(imported.state), hidden ?? whyNoUndo(actor, imported)),
    discard: unless(canDiscard(imported.state), hidden),
  };
}

/** The user's current permissions, which the background job applies. */
export const permissionsOfImports = (actor: Holder): string[] =>
  allPermissions.filter(permission => hasPermission(actor, permission));
