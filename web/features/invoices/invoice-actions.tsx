import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { FileText, Undo2, Wallet } from 'lucide-react';
import { canAddressInvoice } from '#domain/sales/invoice-kind';
import { type SaleDetail, sales } from '#domain/sales/sale.contract';
import { customerWallet } from '#domain/wallet/customer-wallet.contract';
import { useAccess } from '../../platform/access';
import { requestFile } from '../../platform/api';
import { messageOf } from '../../platform/api-error';
import { saveFile } from '../../platform/save-file';
import { useShortcut } from '../../platform/shortcuts';
import { ActionButton } from '../../ui/action-button';
import { entryFor } from '../../ui/menus/blocked-entry';
import type { MenuEntry } from '../../ui/menus/menu-entry';
import { MoreMenu } from '../../ui/menus/more-menu';
import type { Notices } from '../../ui/notice';
import { BackButton } from '../../ui/page-link';
import type { InvoiceDialogState } from './invoice-dialogs';

type Props = { sale: SaleDetail; notices: Notices; onOpen: (dialog: InvoiceDialogState) => void };

/**
 * The actions of a sale. Those its state does not allow are disabled with a reason; those without permission
 * are hidden.
 */
export function InvoiceActions({ sale, notices, onOpen }: Props) {
  const { can, canCall } = useAccess();
  const canTake = sale.outstanding > 0 && can('view_ledger') && canCall(customerWallet.receive);
  const canRefund = sale.can.refund.allowed && can('refund_sale');
  useShortcut('r', 'Refund', () => onOpen('refund'), canRefund);
  useShortcut('p', 'Take payment', () => onOpen('take-payment'), canTake && sale.can.pay.allowed);
  const save = async (query: { paper?: '80mm' | 'a4'; copy?: 'yes'; gift?: 'yes' }) => {
    try {
      const file = await requestFile(sales.pdf, { params: { id: sale.id }, query, shownInPlace: true });
      saveFile(file, `${sale.number}.pdf`);
    } catch (error) {
      notices.failed(messageOf(error, 'The PDF could not be created. Try again.'));
    }
  };
  return (
    <>
      <BackButton to="/sales/invoices">Back to List</BackButton>
      <Button variant="default" leftSection={<FileText size={16} />} onClick={() => void save({})}>
        PDF
      </Button>
      <More sale={sale} onOpen={onOpen} onSave={query => void save(query)} />
      {can('refund_sale') && (
        <ActionButton
          can={sale.can.refund}
          variant="default"
          leftSection={<Undo2 size={16} />}
          onClick={() => onOpen('refund')}
        >
          Refund
        </ActionButton>
      )}
      {canTake && (
        <ActionButton
          can={sale.can.pay}
          leftSection={<Wallet size={16} />}
          onClick={() => onOpen('take-payment')}
        >
          Take payment
        </ActionButton>
      )}
    </>
  );
}

const invoiceFor = ({ invoice_to }: SaleDetail) =>
  invoice_to ? 'Edit invoice name and address' : 'Add invoice name and address';

type Saved = { paper: '80mm'; copy?: 'yes'; gift?: 'yes' };

function More({ sale, onOpen, onSave }: Pick<Props, 'sale' | 'onOpen'> & { onSave: (query: Saved) => void }) {
  const { can, canCall } = useAccess();
  const navigate = useNavigate();
  const item = (allowed: boolean, label: string, run: () => void): MenuEntry[] =>
    allowed ? [{ kind: 'item', label, run }] : [];
  const edit = () => void navigate({ to: '/sales/pos-new/edit/$id', params: { id: String(sale.id) } });
  const items = [
    ...item(canCall(sales.email), 'Email', () => onOpen('email')),
    ...entryFor(canCall(sales.addressInvoice), canAddressInvoice(sale), invoiceFor(sale), () =>
      onOpen('invoice-for'),
    ),
    ...item(true, 'Receipt (copy)', () => onSave({ paper: '80mm', copy: 'yes' })),
    ...item(true, 'Gift receipt', () => onSave({ paper: '80mm', gift: 'yes' })),
    ...entryFor(can('edit_sale') && can('view_pos'), sale.can.edit, 'Edit sale', edit),
    ...entryFor(can('void_sale'), sale.can.cancel, 'Cancel sale', () => onOpen('cancel')),
  ];
  return <MoreMenu items={items} />;
}
