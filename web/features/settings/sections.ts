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
  /** Used in the URL: /settings/company. */
  readonly id: string;
  readonly title: string;
  /** What the section is for, in a few words. */
  readonly about: string;
  readonly icon: LucideIcon;
  /** Who can see it, in addition to the permission for the settings. */
  readonly access: Access;
  /** The labels of its fields exactly as on screen, for the search. */
  readonly fields: readonly string[];
  /** Other words people search for. */
  readonly also: string;
  readonly show: ComponentType;
};

const seen = can('view_setting');
const all = () => import('./all-sections');

/** All settings sections, in the order of the list. */
export const sections: readonly Section[] = [
  {
    id: 'company',
    title: 'Company',
    about: 'Name, address, company number and logo on documents',
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
    about: 'The account customers pay into',
    icon: Banknote,
    access: seen,
    fields: ['Account name', 'Sort code', 'Account number', 'IBAN'],
    also: 'how to pay payment bacs transfer invoice statement reminder',
    show: onDemand(async () => (await all()).BankSection),
  },
  {
    id: 'year',
    title: 'Financial year',
    about: 'When your financial year starts',
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
    also: 'tax number hmrc stagger quarter return percent registered from status',
    show: onDemand(async () => (await all()).VatSection),
  },
  {
    id: 'lock',
    title: 'Lock date',
    about: 'The last closed day',
    icon: Lock,
    access: can('view_ledger'),
    fields: ['Lock up to', 'Reason'],
    also: 'period close closing month end year end',
    show: onDemand(async () => (await all()).LockSection),
  },
  {
    id: 'numbers',
    title: 'Document numbers',
    about: 'Prefixes and next numbers',
    icon: Hash,
    access: seen,
    fields: [],
    also: 'series invoice number prefix next sequence order quote credit note',
    show: onDemand(async () => (await all()).NumbersSection),
  },
  {
    id: 'products',
    title: 'New products',
    about: 'Prices with or without VAT, selling out of stock',
    icon: Package,
    access: seen,
    fields: ['Prices are entered', 'If stock runs out'],
    also: 'stock policy price mode default inclusive exclusive negative oversell',
    show: onDemand(async () => (await all()).ProductSection),
  },
  {
    id: 'selling',
    title: 'Selling',
    about: 'Discounts, sales below cost, till counts',
    icon: BadgePercent,
    access: seen,
    fields: [
      'Discount allowed without approval (%)',
      'Sales below cost',
      'Variance allowed without approval',
      'Days to keep held sales',
      'Prices at the sales desk',
      'Blind count',
    ],
    also: 'till policies approvals limits pos rules variance margin price mode vat inclusive exclusive desk',
    show: onDemand(async () => (await all()).SellingSection),
  },
  {
    id: 'payment',
    title: 'Payment at the till',
    about: 'Payment method names, accounts and order',
    icon: CreditCard,
    access: seen,
    fields: ['Display name', 'Account', 'Available', 'Needs a reference', 'Refunds', 'Opens drawer', 'Order'],
    also: 'payment methods tender card cheque cash bank transfer upi ledger refund accepted till printer',
    show: onDemand(async () => (await all()).PaymentSection),
  },
  {
    id: 'receipts',
    title: 'Receipts',
    about: 'Header, footer and logo, with a preview',
    icon: ReceiptText,
    access: seen,
    fields: [
      'Header',
      'Footer',
      'Show the logo',
      'Show who served the customer',
      'Show the receipt number as a barcode',
    ],
    also: 'till paper print layout registers 80 mm a4 template',
    show: onDemand(async () => (await all()).ReceiptSection),
  },
  {
    id: 'purchasing',
    title: 'Purchasing',
    about: 'Order approval, over-receipts, advances',
    icon: Truck,
    access: seen,
    fields: [
      'Order approval above',
      'Over-receipt allowed (%)',
      'Allocate payments without an order to the oldest bills',
    ],
    also: 'approvals limits orders over-receipt tolerance rules payments on account advances',
    show: onDemand(async () => (await all()).PurchasingSection),
  },
  {
    id: 'expenses',
    title: 'Expenses',
    about: 'Expense approval, receipts',
    icon: Receipt,
    access: seen,
    fields: ['Expense approval above', 'Receipt needed above'],
    also: 'approvals limits claims paper rules',
    show: onDemand(async () => (await all()).ExpensesSection),
  },
  {
    id: 'approval-limits',
    title: 'Approval limits',
    about: 'Refunds, write-offs, adjustments and stocktakes that need a second person',
    icon: BadgeCheck,
    access: seen,
    fields: [
      'Refund approval above',
      'Write-off approval above',
      'Stock adjustment approval above',
      'Stocktake approval above',
    ],
    also: 'approvals limits four eyes segregation of duties second approver pin manager override shrinkage bad debt credit',
    show: onDemand(async () => (await all()).LimitsSection),
  },
  {
    id: 'mail',
    title: 'Outgoing email',
    about: 'The mail server that sends your email',
    icon: Send,
    access: seen,
    fields: ['Server', 'Port', 'Encryption', 'User', 'Password', 'Sender address', 'Sender name'],
    also: 'smtp email e-mail outgoing sender tls test',
    show: onDemand(async () => (await all()).MailSection),
  },
  {
    id: 'mailbox',
    title: 'Incoming email',
    about: 'The mailbox shown in the inbox',
    icon: Inbox,
    access: seen,
    fields: [
      'Address',
      'Mail server',
      'Encryption',
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
      'Days after an invoice is due',
      'Expiring documents',
      'Days before a document expires',
    ],
    also: 'notifications bell alerts supplier customer employee morning chase expiry late',
    show: onDemand(async () => (await all()).ReminderSection),
  },
  {
    id: 'security',
    title: 'Security',
    about: 'Automatic sign-out and two-factor sign-in',
    icon: ShieldCheck,
    access: seen,
    fields: ['Sign out after', 'Require two-factor sign-in for'],
    also: 'idle session time-out password users login signing in totp authenticator 2fa mfa',
    show: onDemand(async () => (await all()).SecuritySection),
  },
  {
    id: 'backups',
    title: 'Backups',
    about: 'Schedule, verify and download backups',
    icon: DatabaseBackup,
    access: seen,
    fields: ['Make a backup every day', 'Time of day', 'Backups to keep'],
    also: 'scheduled backups restore schedule copy safe disaster verify download database archive',
    show: onDemand(async () => (await all()).BackupsSection),
  },
  {
    id: 'system',
    title: 'System',
    about: 'Version, database, disk space, jobs and email',
    icon: HeartPulse,
    access: seen,
    fields: [
      'Version',
      'Running since',
      'Database',
      'Free disk space',
      'Latest backup',
      'Last check of the books',
    ],
    also: 'system status state details health status server uptime disk space storage jobs queue size node postgresql connections',
    show: onDemand(async () => (await all()).SystemSection),
  },
];

/** The sections that a user can see. */
export const sectionsFor = (canPass: (access: Access) => boolean): readonly Section[] =>
  sections.filter(section => canPass(section.access));
