import { VisuallyHidden } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import {
  BadgeCheck,
  BanknoteX,
  ClipboardCheck,
  CreditCard,
  DatabaseBackup,
  FileClock,
  FileX,
  HandCoins,
  KeyRound,
  type LucideIcon,
  MailX,
  PackageMinus,
  ReceiptText,
  TrendingDown,
  Truck,
} from 'lucide-react';
import type { MouseEvent } from 'react';
import type { Notification } from '#domain/notifications/notification.contract';
import { type NotificationKind, notificationKinds } from '#domain/notifications/notification-kinds';
import { Ago } from './ago';
import { useReading } from './use-reading';

const icons: Readonly<Record<NotificationKind, LucideIcon>> = {
  low_stock: PackageMinus,
  late_order: Truck,
  order_approval: BadgeCheck,
  own_dropped_revision: FileX,
  own_decided_order: BadgeCheck,
  expense_approval: BadgeCheck,
  own_decided_expense: BadgeCheck,
  credit_limit: CreditCard,
  bill_due: ReceiptText,
  overdue_invoice: HandCoins,
  overdue_opening: HandCoins,
  expiring_document: FileClock,
  till_difference: BanknoteX,
  sale_exception: ClipboardCheck,
  below_cost: TrendingDown,
  failed_email: MailX,
  failed_backup: DatabaseBackup,
  failed_report: FileClock,
  own_failed_report: FileClock,
  failed_sign_ins: KeyRound,
  own_failed_sign_ins: KeyRound,
  blocked_pin: KeyRound,
  own_blocked_pin: KeyRound,
};

/** A notification as a link to its page; following it marks it as read. */
export function NotificationLink({
  notification: { id, kind, words, link, at, is_read },
  withTime = false,
  onOpen,
}: {
  notification: Notification;
  /** Shows the time where it is not shown elsewhere. */
  withTime?: boolean;
  onOpen?: () => void;
}) {
  const Icon = icons[kind];
  const navigate = useNavigate();
  const { read } = useReading();
  const open = (event: MouseEvent) => {
    if (!is_read) read(id);
    // With these keys the browser opens a new tab or window.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onOpen?.();
    void navigate({ href: link });
  };
  return (
    <a className="notification" href={link} data-unread={!is_read || undefined} onClick={open}>
      <Icon size={16} aria-hidden />
      <span className="notification-words">
        <VisuallyHidden>{`${is_read ? '' : 'Unread: '}${notificationKinds[kind].label}: `}</VisuallyHidden>
        {words}
        {withTime && <Ago at={at} />}
      </span>
      {!is_read && <span className="notification-dot" aria-hidden />}
    </a>
  );
}
