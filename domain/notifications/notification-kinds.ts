import { hasAllPermissions, type Holder, isAdministrator } from '../kernel/access';
import type { Permission } from '../kernel/permissions';

type Kind = {
  /** The label of the switch in the user's profile. */
  readonly label: string;
  readonly when: string;
  /** The recipients: users with all of these permissions, administrators, or the one user concerned. */
  readonly to: readonly Permission[] | 'administrators' | 'person';
  /** Whether the condition can be resolved, after which it may notify again. */
  readonly lasts: boolean;
};

/** Every kind of notification. The permission is that of the page it links to. */
export const notificationKinds = {
  low_stock: {
    label: 'Low stock',
    when: 'A product has fallen to its reorder level.',
    to: ['view_stock'],
    lasts: true,
  },
  late_order: {
    label: 'Overdue orders',
    when: 'A purchase order has not arrived by its expected date.',
    to: ['view_purchaseorder'],
    lasts: true,
  },
  order_approval: {
    label: 'Orders to approve',
    when: 'A purchase order, or a revision of one, needs your approval.',
    to: ['approve_purchaseorder', 'view_purchaseorder'],
    lasts: false,
  },
  own_dropped_revision: {
    label: 'Your revisions dropped',
    when: 'A revision of yours was still waiting for approval when its order was completed or cancelled.',
    to: 'person',
    lasts: false,
  },
  own_decided_order: {
    label: 'Decisions on your orders',
    when: 'Someone else approved or rejected an order or revision that you entered.',
    to: 'person',
    lasts: false,
  },
  expense_approval: {
    label: 'Expenses to approve',
    when: 'An expense needs your approval.',
    to: ['approve_expense', 'view_expense'],
    lasts: false,
  },
  own_decided_expense: {
    label: 'Decisions on your expenses',
    when: 'Someone else approved, rejected, reimbursed or cancelled an expense that you entered.',
    to: 'person',
    lasts: false,
  },
  credit_limit: {
    label: 'Credit limits',
    when: 'A customer has reached or exceeded their credit limit.',
    to: ['view_customer'],
    lasts: true,
  },
  bill_due: {
    label: 'Bills to pay',
    when: 'A supplier’s bill is due soon, or overdue.',
    to: ['view_ledger'],
    lasts: true,
  },
  overdue_invoice: {
    label: 'Overdue invoices',
    when: 'A customer has not paid an invoice by its due date.',
    to: ['view_sale', 'view_dashboard'],
    lasts: true,
  },
  overdue_opening: {
    label: 'Overdue opening invoices',
    when: 'A customer has not paid an invoice from before the books began.',
    to: ['view_ledger'],
    lasts: true,
  },
  expiring_document: {
    label: 'Expiring documents',
    when: 'An employee’s document expires soon, or has expired.',
    to: ['view_employee'],
    lasts: true,
  },
  till_difference: {
    label: 'Till variances',
    when: 'A till was closed with a variance above the limit, or opened with a float that differs by more from what was left.',
    to: ['approve_variance'],
    lasts: false,
  },
  sale_exception: {
    label: 'Paid sales to review',
    when: 'A paid sale was posted with an exception.',
    to: ['approve_variance'],
    lasts: false,
  },
  below_cost: {
    label: 'Sales below cost',
    when: 'An item was sold for less than its cost.',
    to: ['view_sale', 'view_cost'],
    lasts: false,
  },
  failed_email: {
    label: 'Emails not delivered',
    when: 'An email could not be delivered.',
    to: ['view_email'],
    lasts: false,
  },
  failed_backup: {
    label: 'Failed backups',
    when: 'A backup failed, or could not be verified.',
    to: 'administrators',
    lasts: false,
  },
  failed_report: {
    label: 'Scheduled reports of former users',
    when: 'A scheduled report stopped, because the account of its owner is deactivated.',
    to: 'administrators',
    lasts: false,
  },
  own_failed_report: {
    label: 'Scheduled reports not sent',
    when: 'A scheduled report of yours could not be sent, or its schedule stopped.',
    to: 'person',
    lasts: false,
  },
  failed_sign_ins: {
    label: 'Failed sign-ins',
    when: 'Several wrong passwords were entered for an account.',
    to: 'administrators',
    lasts: false,
  },
  own_failed_sign_ins: {
    label: 'Failed sign-ins to your account',
    when: 'Several wrong passwords were entered for your account.',
    to: 'person',
    lasts: false,
  },
  blocked_pin: {
    label: 'Blocked PINs',
    when: 'Several wrong PINs were entered for a user at a till.',
    to: 'administrators',
    lasts: false,
  },
  own_blocked_pin: {
    label: 'Your PIN blocked',
    when: 'Several wrong PINs were entered for you at a till.',
    to: 'person',
    lasts: false,
  },
} as const satisfies Readonly<Record<string, Kind>>;

export type NotificationKind = keyof typeof notificationKinds;
export const allNotificationKinds = Object.keys(notificationKinds) as [
  NotificationKind,
  ...NotificationKind[],
];

/** Whether a user may receive a kind, and still see earlier ones. */
export function canBeNotified(kind: NotificationKind, holder: Holder): boolean {
  const { to } = notificationKinds[kind];
  if (to === 'person') return true;
  return to === 'administrators' ? isAdministrator(holder) : hasAllPermissions(holder, to);
}

/** The kinds that a user may see, in the order of the table. */
export const kindsOf = (holder: Holder): NotificationKind[] =>
  allNotificationKinds.filter(kind => canBeNotified(kind, holder));
