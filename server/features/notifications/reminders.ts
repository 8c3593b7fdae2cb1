import { type RawBuilder, sql } from 'kysely';
import { addDays, type CalendarDate, formatDate } from '#domain/kernel/dates';
import { formatPounds, type Pence, sum } from '#domain/kernel/money';
import type { Reminders } from '#domain/settings/reminders.contract';

/** An item that is due soon or past. */
export type Due = {
  /** The record's id, then what distinguishes the item. */
  readonly key: string;
  readonly target: number;
  readonly number: string;
  readonly name: string;
  readonly day: CalendarDate;
  readonly open: Pence;
};
type ReminderText = { readonly words: string; readonly link: string };

export type Reminder = {
  readonly kind: 'bill_due' | 'overdue_invoice' | 'overdue_opening' | 'expiring_document';
  readonly isOn: (settings: Reminders) => boolean;
  /** The last date included. */
  readonly until: (today: CalendarDate, settings: Reminders) => CalendarDate;
  /** All open items of any date, each reminded of once until resolved. */
  readonly open: RawBuilder<unknown>;
  readonly one: (due: Due, today: CalendarDate) => ReminderText;
  readonly several: (dues: readonly Due[], today: CalendarDate, settings: Reminders) => ReminderText;
};

const isPast = (today: CalendarDate) => (due: Due) => due.day < today;
const count = (many: number) => many.toLocaleString('en-GB');
const together = (dues: readonly Due[]) => formatPounds(sum(dues.map(({ open }) => open)));

const bills: Reminder = {
  kind: 'bill_due',
  isOn: settings => settings.bills,
  until: (today, settings) => addDays(today, settings.bill_days),
  open: sql`
    select i.supplier_id || ' ' || i.id as key, i.supplier_id as target, coalesce(i.document_number, 'A bill') as number,
      left(s.name, 300) as name, coalesce(i.due_on, i.business_date) as day, i.amount_pence - i.allocated_pence as open
    from party_items i join suppliers s on s.id = i.supplier_id
    where i.supplier_id is not null and i.side = 'credit' and i.kind in ('bill', 'opening') and i.allocated_pence < i.amount_pence`,
  one: (due, today) => ({
    words: `${due.number} of ${due.name} ${isPast(today)(due) ? 'was' : 'is'} due on ${formatDate(due.day)}: ${formatPounds(due.open)} to pay.`,
    link: `/wallet/supplier/${due.target}`,
  }),
  several: (dues, today, { bill_days }) => {
    const past = dues.filter(isPast(today)).length;
    const by = `due by ${formatDate(addDays(today, bill_days))}${past > 0 ? `, ${count(past)} overdue` : ''}`;
    return {
      words: `${count(dues.length)} supplier bills are ${past === dues.length ? 'overdue' : by}: ${together(dues)} to pay.`,
      link: past === dues.length ? '/aged-creditors?overdue=yes' : `/aged-creditors?due_within=${bill_days}`,
    };
  },
};

/**
 * The open debts of customers. A debt that moved with a merge is still that of its invoice (decision 098), which was perhaps
 * reminded of before.
 */
const debts = (target: RawBuilder<unknown>, which: RawBuilder<unknown>) => sql`
    select i.customer_id || ' ' || i.id as key, ${target} as target, i.document_number as number, left(c.name, 300) as name,
      i.due_on as day, owed.open
    from (select coalesce(origin_item_id, id) as invoice_id, sum(amount_pence - allocated_pence)::bigint as open from party_items
        where customer_id is not null and side = 'debit' and allocated_pence < amount_pence group by 1) owed
      join party_items i on i.id = owed.invoice_id join customers sold_to on sold_to.id = i.customer_id
      join customers c on c.id = coalesce(sold_to.merged_into_id, sold_to.id)
    where ${which}`;

const wasDue = (due: Due) =>
  `${due.number} of ${due.name} was due on ${formatDate(due.day)}: ${formatPounds(due.open)} outstanding.`;
const areOverdue = (dues: readonly Due[]) =>
  `${count(dues.length)} customer invoices are overdue: ${together(dues)} outstanding.`;

const invoices: Reminder = {
  kind: 'overdue_invoice',
  isOn: settings => settings.invoices,
  until: (today, settings) => addDays(today, -settings.invoice_days),
  open: debts(sql`i.document_id`, sql`i.kind = 'invoice' and i.document_type = 'sale'`),
  one: due => ({ words: wasDue(due), link: `/sales/invoices/${due.target}` }),
  several: dues => ({
    words: areOverdue(dues),
    link: '/sales/invoices?payment_state=overdue&sort_by=due_on&sort_order=asc',
  }),
};

/** Debts from before the books began have no invoice here: they are on the ledger only, so for those who may see it. */
const openings: Reminder = {
  ...invoices,
  kind: 'overdue_opening',
  open: debts(sql`c.id`, sql`i.kind = 'opening' and i.due_on is not null`),
  one: due => ({ words: wasDue(due), link: `/wallet/customer/${due.target}` }),
  several: dues => ({ words: areOverdue(dues), link: '/aged-debtors?overdue=yes' }),
};

/** By number and not by name, like the emails. A new expiry date of the same document is a new item. */
const documents: Reminder = {
  kind: 'expiring_document',
  isOn: settings => settings.documents,
  until: (today, settings) => addDays(today, settings.document_days),
  open: sql`
    select e.id || ' ' || d.id || ' ' || d.expires_on as key, e.id as target, e.number, coalesce(d.title, 'A document') as name,
      d.expires_on as day, 0::bigint as open
    from employee_documents d join employees e on e.id = d.employee_id
    where d.expires_on is not null and e.status <> 'left'`,
  one: (due, today) => ({
    words: `${due.name} of ${due.number} ${isPast(today)(due) ? 'expired' : 'expires'} on ${formatDate(due.day)}.`,
    link: `/employees/${due.target}`,
  }),
  several: (dues, today, { document_days }) => {
    const past = dues.filter(isPast(today)).length;
    const expire = `expire by ${formatDate(addDays(today, document_days))}${past > 0 ? ' or have expired' : ''}`;
    const isAll = past === dues.length;
    return {
      words: `${count(dues.length)} employee documents ${isAll ? 'have expired' : expire}.`,
      link: `/employees?documents=${isAll ? 'expired' : past > 0 ? 'due' : 'expiring'}`,
    };
  },
};

/** The reminders. */
export const everyReminder: readonly Reminder[] = [bills, invoices, openings, documents];
