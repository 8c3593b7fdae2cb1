import type { GetStarted } from '#domain/get-started/get-started.contract';
import type { SetUpStep } from '#domain/get-started/set-up-steps';
import { countOf } from '#domain/kernel/count-of';
import { formatDate, londonDate } from '#domain/kernel/dates';
import { formatPounds } from '#domain/kernel/money';
import type { PageAddress } from '../../platform/page-path';

type Found = GetStarted['found'];
type StepWords = {
  readonly title: string;
  readonly about: string;
  /** Where the step is taken. */
  readonly address: PageAddress;
  /** What the business has entered so far; null for nothing. */
  readonly found: (found: Found) => string | null;
};

const counted = (count: number, noun: string, many?: string) =>
  count === 0 ? null : countOf(count, noun, many);

export const stepWords: Readonly<Record<SetUpStep, StepWords>> = {
  company: {
    title: 'Enter your company details',
    about: 'Your name and address are printed at the top of receipts, invoices and orders.',
    address: '/settings/company',
    found: ({ company_name }) => company_name,
  },
  vat: {
    title: 'Say whether you are registered for VAT',
    about: 'Until you enter a VAT number, no VAT is charged or reclaimed.',
    address: '/settings/vat',
    found: ({ vat_number }) => vat_number ?? 'Not registered',
  },
  bank: {
    title: 'Add your bank details',
    about: 'Printed on invoices and statements, so that customers know where to pay.',
    address: '/settings/bank',
    found: () => null,
  },
  year: {
    title: 'Set your financial year and VAT periods',
    about: 'Reports use it to compare years. If you are registered for VAT, set your VAT periods too.',
    address: '/settings/year',
    found: () => null,
  },
  trade: {
    title: 'Choose your trade',
    about: 'Adds the units, categories and expense categories that your trade usually needs.',
    address: '/start/trade',
    found: ({ units, categories }) =>
      units + categories === 0
        ? null
        : `${countOf(units, 'unit')}, ${countOf(categories, 'category', 'categories')}`,
  },
  products: {
    title: 'Add your first products',
    about: 'Enter a few to start selling, or import your whole list from a file.',
    address: '/start/products',
    found: ({ products }) => counted(products, 'product'),
  },
  opening: {
    title: 'Enter your opening figures',
    about: 'Stock, bank, unpaid invoices and bills from before you started here, and the money you put in.',
    address: '/start/opening',
    found: ({ suspense }) =>
      suspense === null || suspense === 0 ? null : `${formatPounds(Math.abs(suspense))} still to enter`,
  },
  people: {
    title: 'Invite your team',
    about: 'Each person signs in with an account of their own. If you work alone, skip this.',
    address: '/start/people',
    found: ({ users }) => (users > 1 ? countOf(users, 'user') : null),
  },
  till: {
    title: 'Open the till',
    about: 'Check the register and receipt printer, choose a PIN, and count the float.',
    address: '/start/till',
    found: ({ registers }) => counted(registers, 'register'),
  },
  mail: {
    title: 'Set up outgoing email',
    about: 'Needed to email invoices, orders and password links.',
    address: '/settings/mail',
    found: () => null,
  },
  backup: {
    title: 'Make a backup',
    about: 'Backups run every night. Make one now, and keep a copy away from this computer.',
    address: '/settings/backups',
    found: ({ last_backup_at }) => last_backup_at && `Last on ${formatDate(londonDate(last_backup_at))}`,
  },
  sale: {
    title: 'Make your first sale',
    about: 'Sell something at the till and print the receipt. You can refund it afterwards.',
    address: '/sales/pos',
    found: ({ sales }) => counted(sales, 'sale'),
  },
};

/** "About 12 minutes left". */
export const timeLeft = (minutes: number): string =>
  minutes === 0 ? 'Nothing left to do' : `About ${countOf(minutes, 'minute')} left`;
