import * as z from 'zod';
import { type CalendarDate, formatDate } from '../kernel/dates';
import { formatPounds, type Pence, sum, toPence } from '../kernel/money';

export const reminderTone = z.enum(['friendly', 'firm', 'final']);
export type ReminderTone = z.infer<typeof reminderTone>;
export const reminderToneNames: Readonly<Record<ReminderTone, string>> = {
  friendly: 'Friendly reminder',
  firm: 'Second reminder',
  final: 'Final reminder',
};

/**
 * The age of the oldest overdue invoice: up to a month, up to two, longer. Without anything overdue there is
 * no reminder.
 */
export function toneOf(daysOverdue: number): ReminderTone | null {
  if (daysOverdue <= 0) return null;
  if (daysOverdue <= 30) return 'friendly';
  return daysOverdue <= 60 ? 'firm' : 'final';
}

export type OverdueItem = {
  readonly number: string | null;
  readonly business_date: CalendarDate;
  readonly due_on: CalendarDate;
  readonly open: Pence;
};

/** The contents of a reminder, stored as sent. */
export type ReminderLetter = {
  readonly tone: ReminderTone;
  readonly on: CalendarDate;
  readonly to: {
    readonly name: string;
    readonly address: string | null;
    /** `C-00012`: the payment reference. Older reminders have none. */
    readonly number?: string;
  };
  readonly opening: string;
  readonly items: readonly OverdueItem[];
  readonly total: Pence;
  /** Their unused credit. */
  readonly unused: Pence;
  /** What is asked for: the total less unused credit. Older reminders have none and asked for the total. */
  readonly due?: Pence;
  readonly closing: string;
};

type Facts = Pick<ReminderLetter, 'on' | 'to' | 'items' | 'unused'>;

const words: Readonly<Record<ReminderTone, readonly [opening: (amount: string) => string, closing: string]>> =
  {
    friendly: [
      amount => `It may have slipped your mind: ${amount} on your account is past its due date.`,
      'If you have paid in the last few days, please ignore this reminder. Thank you.',
    ],
    firm: [
      amount =>
        `${amount} on your account has been overdue for more than a month. Please pay it within seven days.`,
      'If you dispute any of these invoices, please contact us now so that we can resolve it.',
    ],
    final: [
      amount =>
        `${amount} on your account has been overdue for more than two months. Please pay it in full within seven days of the date of this reminder.`,
      'If we do not hear from you by then, we may stop supplying you on account and take steps to recover the debt, with interest and costs.',
    ],
  };

/**
 * Creates a reminder in the tone of its oldest item; `null` if nothing is overdue, or unused credit covers all that is.
 */
export function writeReminder(facts: Facts, daysOverdue: number): ReminderLetter | null {
  const tone = toneOf(daysOverdue);
  if (tone === null || facts.items.length === 0) return null;
  const total = sum(facts.items.map(({ open }) => open));
  const due = toPence(total - facts.unused);
  if (due <= 0) return null;
  const [opening, closing] = words[tone];
  return { tone, ...facts, opening: opening(formatPounds(due)), total, due, closing };
}

/** From the total of the items to the amount that is asked for. */
export const reminderSums = ({ total, unused, due }: ReminderLetter): [name: string, value: string][] => [
  ['Total', formatPounds(total)],
  ...(due === undefined || due === total
    ? []
    : ([
        ['Unused credit', formatPounds(0 - unused)],
        ['Amount now due', formatPounds(due)],
      ] as [string, string][])),
];

/** How an older reminder mentions unused credit, which it did not deduct. */
export const creditWords = ({ unused, due }: ReminderLetter): string | null =>
  unused > 0 && due === undefined
    ? `You have ${formatPounds(unused)} of unused credit on your account, which can be used towards this amount.`
    : null;

/** One overdue item as a line of text. */
export const itemLine = ({ number, due_on, open }: OverdueItem): [name: string, value: string] => [
  number ?? 'Item',
  `${formatPounds(open)}, due ${formatDate(due_on)}`,
];

/** The amount and reference for the block on how to pay. */
export const reminderOwed = ({ items, total, due, to }: ReminderLetter) => {
  const [oldest] = items.map(({ due_on }) => due_on).sort();
  return {
    // Invoices that are not due yet are part of the balance due, but not of this.
    name: due === undefined ? 'Balance due' : 'Amount now due',
    balance: due ?? total,
    due: oldest === undefined ? null : `Overdue since ${formatDate(oldest)}`,
    reference: to.number ?? null,
  };
};
