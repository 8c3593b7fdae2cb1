import {
  BadgeCheck,
  BadgePercent,
  Banknote,
  BellRing,
  Building2,
  CalendarRange,
  CreditCard,
  DatabaseBackup,
  Hash,
  HeartPulse,
  Inbox,
  Landmark,
  Lock,
  type LucideIcon,
  Package,
  Receipt,
  ReceiptText,
  Send,
  ShieldCheck,
  Truck,
} from 'lucide-react';
import type { ComponentType } from 'react';
import type { Access } from '#domain/kernel/access';
import { can } from '#domain/kernel/access';
import { onDemand } from '../../ui/on-demand';

export type Section = {
  /** Stands in its address: /settings/company. */
  readonly id: string;
  readonly title: string;
  /** What is decided there, in a few words. */
  readonly about: string;
  readonly icon: LucideIcon;
  /** Who gets to see it, beside the right to open the settings. */
  readonly access: Access;
  /** The labels of its fields, each as it stands on the screen: what a search finds and leads to. */
  readonly fields: readonly string[];
  /** What people call it otherwise. */
  readonly also: string;
  readonly show: ComponentType;
};

const seen = can('view_setting');
const all = () => import('./all-sections');

/** Everything that the firm decides about itself, in the order of the list. */
export const sections: readonly Section[] = [
  {
    id: 'company',
    title: 'Company',
    about: 'Name, address, numbers and logo, as documents show them',
    icon: Building2,
    access: seen,
    fields: [
      'Name',
      'Trading name',
      'Address',
      'Delivery address',
      'Registered office',
      'Company number',
      'Phone',
      'Email',
      'Website',
      'Logo',
    ],
    also: 'firm business letterhead contact telephone picture',
    show: onDemand(async () => (await all()).CompanySection),
  },
  {
    id: 'bank',
    title: 'Bank details',
    about: 'The account that customers are asked to pay into',
    icon: Banknote,
    access: seen,
    fields: ['Account name', 'Sort code', 'Account number', 'IBAN'],
    also: 'how to pay payment bacs transfer invoice statement reminder',
    show: onDemand(async () => (await all()).BankSection),
  },
  {
    id: 'year',
    title: 'Financial year',
    about: 'The day on which it starts',
    icon: CalendarRange,
    access: seen,
    fields: ['First day', 'First month'],
    also: 'accounting period year end tax',
    show: onDemand(async () => (await all()).YearSection),
  },
  {
    id: 'vat',
    title: 'VAT',
    about: 'Registration, periods and rates',
    icon: Landmark,
    access: seen,
    fields: ['VAT registration', 'VAT periods', 'VAT rates'],
    also: 'tax number hmrc stagger quarter return percent registered from state',
    show: onDemand(async () => (await all()).VatSection),
  },
  {
    id: 'lock',
    title: 'Lock date',
    about: 'The last day that is closed',
    icon: Lock,
    access: can('view_ledger'),
    fields: ['Lock up to', 'Reason'],
    also: 'period close closing month end year end',
    show: onDemand(async () => (await all()).LockSection),
  },
  {
    id: 'numbers',
    title: 'Document numbers',
    about: 'Prefixes and the next number of each kind',
    icon: Hash,
    access: seen,
    fields: [],
    also: 'series invoice number prefix next sequence order quote credit note',
    show: onDemand(async () => (await all()).NumbersSection),
  },
  {
    id: 'products',
    title: 'New products',
    about: 'Prices with or before VAT, selling below stock',
    icon: Package,
    access: seen,
    fields: ['Prices are entered', 'When more goes out than there is'],
    also: 'stock policy price mode default inclusive exclusive negative oversell',
    show: onDemand(async () => (await all()).ProductSection),
  },
  {
    id: 'selling',
    title: 'Selling',
    about: 'Discounts, sales below cost, counting tills',
    icon: BadgePercent,
    access: seen,
    fields: [
      'Discount without approval, in percent',
      'Below cost',
      'Difference without approval',
      'Days that held baskets are kept',
      'Prices at the sales desk',
      'Blind count',
    ],
    also: 'till policies approvals limits pos rules variance margin price mode vat inclusive exclusive desk',
    show: onDemand(async () => (await all()).SellingSection),
  },
  {
    id: 'payment',
    title: 'Payment at the till',
    about: 'Names, accounts and order of the ways to pay',
    icon: CreditCard,
    access: seen,
    fields: ['Own name', 'Account', 'Taken', 'Needs a reference', 'Paid back by', 'Opens drawer', 'Order'],
    also: 'payment methods tender card cheque cash bank transfer upi ledger refund accepted till printer',
    show: onDemand(async () => (await all()).PaymentSection),
  },
  {
    id: 'receipts',
    title: 'Receipts',
    about: 'Header, footer and logo, with a preview',
    icon: ReceiptText,
    access: seen,
    fields: ['Header', 'Footer', 'Show the logo', 'Show who served', 'Show a barcode of the number'],
    also: 'till paper print layout registers 80 mm a4 template',
    show: onDemand(async () => (await all()).ReceiptSection),
  },
  {
    id: 'purchasing',
    title: 'Purchasing',
    about: 'Approval of orders, more than ordered, advances',
    icon: Truck,
    access: seen,
    fields: [
      'Order approval above',
      'More than ordered, in percent',
      'A payment without an order settles the oldest bills',
    ],
    also: 'approvals limits orders over-receipt tolerance rules payments on account advances',
    show: onDemand(async () => (await all()).PurchasingSection),
  },
  {
    id: 'expenses',
    title: 'Expenses',
    about: 'Approval of expenses, receipts',
    icon: Receipt,
    access: seen,
    fields: ['Expense approval above', 'Receipt needed above'],
    also: 'approvals limits claims paper rules',
    show: onDemand(async () => (await all()).ExpensesSection),
  },
  {
    id: 'approval-limits',
    title: 'Approval limits',
    about: 'Refunds, write-offs, adjustments and stock-takes that a second person approves',
    icon: BadgeCheck,
    access: seen,
    fields: [
      'Refund approval above',
      'Write-off approval above',
      'Stock adjustment approval above',
      'Stock-take approval above',
    ],
    also: 'approvals limits four eyes segregation of duties second approver pin manager override shrinkage bad debt credit',
    show: onDemand(async () => (await all()).LimitsSection),
  },
  {
    id: 'mail',
    title: 'Mail out',
    about: 'The server that messages leave through',
    icon: Send,
    access: seen,
    fields: ['Server', 'Port', 'Secured by', 'User', 'Password', 'Sender address', 'Sender name'],
    also: 'smtp email e-mail outgoing sender tls test',
    show: onDemand(async () => (await all()).MailSection),
  },
  {
    id: 'mailbox',
    title: 'Mail in',
    about: 'The mailbox that the inbox reads',
    icon: Inbox,
    access: seen,
    fields: [
      'Address',
      'Mail server',
      'Protection',
      'Port',
      'User name',
      'Password',
      'Keep sent emails in the mailbox’s Sent folder',
    ],
    also: 'imap email e-mail incoming inbox mailbox fetch tls test',
    show: onDemand(async () => (await all()).MailInSection),
  },
  {
    id: 'reminders',
    title: 'Reminders',
    about: 'Bills due, overdue invoices, expiring documents',
    icon: BellRing,
    access: seen,
    fields: [
      'Bills to pay',
      'Days before a bill is due',
      'Overdue invoices',
      'Days after an invoice was due',
      'Expiring documents',
      'Days before a document expires',
    ],
    also: 'notifications bell alerts supplier customer employee morning chase expiry late',
    show: onDemand(async () => (await all()).ReminderSection),
  },
  {
    id: 'security',
    title: 'Security',
    about: 'When people are signed out, and who needs two factors',
    icon: ShieldCheck,
    access: seen,
    fields: ['Sign out after', 'Two-factor sign-in is required of'],
    also: 'idle session time-out password users login signing in totp authenticator 2fa mfa',
    show: onDemand(async () => (await all()).SecuritySection),
  },
  {
    id: 'backups',
    title: 'Backups',
    about: 'Made every night, restored on trial, downloaded',
    icon: DatabaseBackup,
    access: seen,
    fields: ['Make a backup every day', 'Every day at', 'How many are kept'],
    also: 'backups by the clock restore schedule copy safe disaster verify download database archive',
    show: onDemand(async () => (await all()).BackupsSection),
  },
  {
    id: 'system',
    title: 'System',
    about: 'Version, database, room, jobs and mail at a glance',
    icon: HeartPulse,
    access: seen,
    fields: ['Version', 'Running since', 'Database', 'Room left', 'Newest backup', 'Last check of the books'],
    also: 'how the system is what state in words health status server uptime disk space storage jobs queue size node postgresql connections',
    show: onDemand(async () => (await all()).SystemSection),
  },
];

/** The sections that a person may see. */
export const sectionsFor = (mayPass: (access: Access) => boolean): readonly Section[] =>
  sections.filter(section => mayPass(section.access));
