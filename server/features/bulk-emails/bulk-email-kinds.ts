import { type BulkEmailKind, bulkEmailKindNames } from '#domain/bulk-emails/bulk-email.contract';
import { hasPermission, isAllowed } from '#domain/kernel/access';
import type { Permission } from '#domain/kernel/permissions';
import type { AnyBulkMailing } from '../../kernel/bulk-emails';
import type { Actor } from '../../platform/http/actor';
import { forbidden } from '../../platform/http/refusal';
import { saleMailing } from '../sales';
import { statementMailing } from '../wallet';

/** Everything that can be emailed in bulk. */
export const bulkMailings: Readonly<Record<BulkEmailKind, AnyBulkMailing>> = {
  invoices: saleMailing,
  statements: statementMailing,
};

/** Whether a user may email records of this kind in bulk: as starting one asks, also while it runs. */
export const canEmailMany = (actor: Actor, kind: BulkEmailKind): boolean =>
  isAllowed(bulkMailings[kind].calls.start.access, actor);

const toView: Readonly<Record<BulkEmailKind, Permission>> = {
  invoices: 'view_sale',
  statements: 'view_ledger',
};

const canView = (actor: Actor, kind: BulkEmailKind): boolean => hasPermission(actor, toView[kind]);

/** The kinds whose bulk emails a user may see. */
export const kindsFor = (actor: Actor): BulkEmailKind[] =>
  Object.values(bulkMailings).flatMap(({ kind }) => (canView(actor, kind) ? [kind] : []));

export function ensureCanView(actor: Actor, kind: BulkEmailKind): void {
  if (!canView(actor, kind))
    throw forbidden(`You do not have permission to see ${bulkEmailKindNames[kind].toLowerCase()}.`);
}

export function ensureCanEmailMany(actor: Actor, kind: BulkEmailKind): void {
  if (!canEmailMany(actor, kind))
    throw forbidden(`You do not have permission to email ${bulkEmailKindNames[kind].toLowerCase()}.`);
}
