import { type BulkEmailKind, bulkEmailKindNames } from '#domain/bulk-emails/bulk-email.contract';
import { type Access, can, isAllowed } from '#domain/kernel/access';
import { quotes } from '#domain/quotes/quote.contract';
import type { AnyBulkMailing } from '../../kernel/bulk-emails';
import type { Actor } from '../../platform/http/actor';
import { forbidden } from '../../platform/http/refusal';
import { employeeMailing } from '../employees';
import { orderMailing } from '../purchase-orders';
import { quoteMailing } from '../quotes';
import { saleMailing } from '../sales';
import { reminderMailing, statementMailing } from '../wallet';

/** Everything that can be emailed in bulk. */
export const bulkMailings: Readonly<Record<BulkEmailKind, AnyBulkMailing>> = {
  invoices: saleMailing,
  statements: statementMailing,
  reminders: reminderMailing,
  quotes: quoteMailing,
  orders: orderMailing,
  employees: employeeMailing,
};

/** Whether a user may email records of this kind in bulk: as starting one asks, also while it runs. */
export const canEmailMany = (actor: Actor, kind: BulkEmailKind): boolean =>
  isAllowed(bulkMailings[kind].calls.start.access, actor);

const toView: Readonly<Record<BulkEmailKind, Access>> = {
  invoices: can('view_sale'),
  statements: can('view_ledger'),
  reminders: can('view_ledger'),
  quotes: quotes.get.access,
  orders: can('view_purchaseorder'),
  employees: can('view_employee'),
};

const canView = (actor: Actor, kind: BulkEmailKind): boolean => isAllowed(toView[kind], actor);

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
