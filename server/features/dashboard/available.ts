import { type Widget, widgets } from '#domain/dashboard/dashboard-layout';
import { hasPermission } from '#domain/kernel/access';
import type { Actor } from '../../platform/http/actor';
import type { MoneyVisibility } from './money-ahead';
import { hasTodos } from './todos.queries';

/** What a user may see of the money ahead. */
export const moneyVisibility = (actor: Actor): MoneyVisibility => ({
  withLedger: hasPermission(actor, 'view_ledger'),
  withExpenses: hasPermission(actor, 'view_expense'),
});

const always = () => true;
const seesSuppliers = (actor: Actor) => hasPermission(actor, 'view_supplier');
const isAvailable: Readonly<Record<Widget, (actor: Actor) => boolean>> = {
  trade: always,
  todo: hasTodos,
  hours: always,
  money_ahead: actor => Object.values(moneyVisibility(actor)).includes(true),
  takings: always,
  stock: actor => hasPermission(actor, 'view_stock'),
  suppliers: seesSuppliers,
  owed_most: seesSuppliers,
  activity: always,
};

/** The cards that a user has permission for. */
export const availableCards = (actor: Actor): Widget[] => widgets.filter(name => isAvailable[name](actor));
