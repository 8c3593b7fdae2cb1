import { Checkbox } from '@mantine/core';
import { ListChecks } from 'lucide-react';
import { useState } from 'react';
import type { BodySent } from '#domain/kernel/call';
import { formatMoment } from '#domain/kernel/dates';
import { type PaymentTransaction, paymentTransactions } from '#domain/reports/payment-transactions.contract';
import { confirmed } from '../../platform/confirm';
import { useAccess } from '../../platform/access';
import { request } from '../../platform/api';
import type { ListState } from '../../platform/list-state';
import { MenuButton } from '../../ui/menus/menu-button';
import type { Notices } from '../../ui/notice';
import { useReload } from '../../platform/reload';

type Body = BodySent<typeof paymentTransactions.reconcile>;

/** Marks payments and reloads the list and its totals; returns the number changed, or null on failure. */
function useReconcile(notices: Notices) {
  const reload = useReload(paymentTransactions.list);
  return async (body: Body): Promise<number | null> => {
    try {
      const { changed } = await request(paymentTransactions.reconcile, { body, shownInPlace: true });
      reload();
      return changed;
    } catch (error) {
      notices.failedWrite(error, 'The payments could not be reconciled.');
      return null;
    }
  };
}

/** Whether a payment is reconciled; users who record payments can tick it. */
export function Reconciled({ row, notices }: { row: PaymentTransaction; notices: Notices }) {
  const { canCall } = useAccess();
  const reconcile = useReconcile(notices);
  const [sending, setSending] = useState(false);
  const { reconciled, status, key } = row;
  if (status !== 'completed') return <>—</>;
  const words = reconciled ? `Reconciled by ${reconciled.by}, ${formatMoment(reconciled.at)}` : undefined;
  const tick = async (isTicked: boolean) => {
    setSending(true);
    await reconcile({ reconciled: isTicked, keys: [key] });
    setSending(false);
  };
  return (
    <span title={words}>
      <Checkbox
        size="xs"
        aria-label={`Reconcile ${row.number ?? 'payment'}, ${row.account?.name ?? 'no account'}`}
        checked={reconciled !== null}
        disabled={sending || !canCall(paymentTransactions.reconcile)}
        onChange={event => void tick(event.currentTarget.checked)}
      />
    </span>
  );
}

type MenuProps = { list: ListState; total: number | undefined; notices: Notices };

/** Marks everything that matches the filters. */
export function ReconcileMenu({ list, total, notices }: MenuProps) {
  const { canCall } = useAccess();
  const reconcile = useReconcile(notices);
  if (!canCall(paymentTransactions.reconcile) || !total) return null;
  const all = async (reconciled: boolean) => {
    const { page: _page, per_page: _size, sort_by: _by, sort_order: _order, ...filters } = list.query;
    const question = reconciled
      ? {
          title: 'Reconcile this list?',
          text: `Every completed payment in it (${total} rows) will be marked as reconciled.`,
          action: 'Mark as reconciled',
        }
      : {
          title: 'Mark this list as not reconciled?',
          text: `Every payment in it (${total} rows) will be marked as not reconciled.`,
          action: 'Mark as not reconciled',
        };
    if (!(await confirmed(question))) return;
    const changed = await reconcile({ reconciled, filters });
    if (changed === null) return;
    const payments = changed === 1 ? '1 payment' : `${changed} payments`;
    notices.succeeded(
      reconciled ? `${payments} marked as reconciled.` : `${payments} marked as not reconciled.`,
    );
  };
  return (
    <MenuButton
      label="Reconcile"
      button={{ variant: 'default', leftSection: <ListChecks size={16} /> }}
      items={[
        { kind: 'item', label: 'Mark all as reconciled', run: () => void all(true) },
        { kind: 'item', label: 'Mark all as not reconciled', run: () => void all(false) },
      ]}
    >
      Reconcile
    </MenuButton>
  );
}
