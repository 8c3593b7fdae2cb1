import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { Banknote, BookOpenText, Download, Mail, Pencil, ReceiptText, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { yes } from '#domain/kernel/rule-result';
import { payments } from '#domain/payments/payment.contract';
import { supplierDocuments } from '#domain/purchase-orders/supplier-document.contract';
import { type SupplierDetail, suppliers } from '#domain/suppliers/supplier.contract';
import { useAccess } from '../../platform/access';
import { request, requestFile } from '../../platform/api';
import { useReload } from '../../platform/reload';
import { saveFile } from '../../platform/save-file';
import { useShortcut } from '../../platform/shortcuts';
import { entryFor } from '../../ui/menus/blocked-entry';
import { LinkButton } from '../../ui/links';
import type { MenuEntry } from '../../ui/menus/menu-entry';
import { MoreMenu } from '../../ui/menus/more-menu';
import { type Notices, removeAfterConfirming } from '../../ui/notice';
import { BackButton } from '../../ui/page-link';

type Props = {
  supplier: SupplierDetail;
  notices: Notices;
  onOpen: (dialog: 'email' | 'edit' | 'bill' | 'credit' | 'pay' | 'refund') => void;
};

/** The buttons of a supplier's page. Export and Delete are shown to everyone; the server decides (SD-10). */
export function SupplierActions({ supplier, notices, onOpen }: Props) {
  const { can, canCall } = useAccess();
  const navigate = useNavigate();
  const reload = useReload(suppliers.list);
  useShortcut('p', 'Pay', () => onOpen('pay'), canCall(payments.create));
  useShortcut('b', 'Record bill', () => onOpen('bill'), canCall(supplierDocuments.bill));
  const remove = () =>
    void removeAfterConfirming(notices, {
      question: 'Are you sure you want to delete this supplier?',
      isAskedByBrowser: true,
      send: () => request(suppliers.remove, { params: { id: supplier.id }, shownInPlace: true }),
      failure: { specified: 'Failed to delete supplier' },
      isLeft: true,
      // The list is read again once the record is off the screen, which is no longer there to be read.
      onDone: () => void navigate({ to: '/suppliers' }).then(() => reload()),
    });
  return (
    <>
      <BackButton to="/suppliers">Back to List</BackButton>
      {can('view_ledger') && (
        <LinkButton
          variant="default"
          leftSection={<BookOpenText size={16} />}
          to="/wallet/supplier/$id"
          params={{ id: String(supplier.id) }}
        >
          Ledger
        </LinkButton>
      )}
      {canCall(payments.create) && (
        <Button variant="default" leftSection={<Banknote size={16} />} onClick={() => onOpen('pay')}>
          Pay
        </Button>
      )}
      {canCall(supplierDocuments.bill) && (
        <Button variant="default" leftSection={<ReceiptText size={16} />} onClick={() => onOpen('bill')}>
          Record bill
        </Button>
      )}
      <MoreMenu items={whatSupplierGivesBack(canCall, onOpen)} />
      {can('edit_supplier') && (
        <Button variant="default" leftSection={<Pencil size={16} />} onClick={() => onOpen('edit')}>
          Edit
        </Button>
      )}
      <ExportButton supplier={supplier} notices={notices} />
      {can('create_email') && (
        <Button variant="default" leftSection={<Mail size={16} />} onClick={() => onOpen('email')}>
          Email Details
        </Button>
      )}
      <Button color="red" variant="light" leftSection={<Trash2 size={16} />} onClick={remove}>
        Delete
      </Button>
    </>
  );
}

/** Credit notes and refunds are rare, and a row has room for nine buttons. */
const whatSupplierGivesBack = (
  canCall: ReturnType<typeof useAccess>['canCall'],
  onOpen: Props['onOpen'],
): MenuEntry[] => [
  ...entryFor(
    canCall(supplierDocuments.credit),
    yes,
    'Record credit note',
    () => onOpen('credit'),
    <ReceiptText size={16} />,
  ),
  ...entryFor(canCall(payments.create), yes, 'Record refund', () => onOpen('refund'), <Banknote size={16} />),
];

function ExportButton({ supplier, notices }: Pick<Props, 'supplier' | 'notices'>) {
  const [busy, setBusy] = useState(false);
  const exportReport = async () => {
    setBusy(true);
    try {
      const report = await requestFile(suppliers.exportPdf, {
        params: { id: supplier.id },
        shownInPlace: true,
      });
      saveFile(report, `SupplierReport-${supplier.name}-${supplier.id}.pdf`);
      notices.succeeded('Supplier report exported successfully!');
    } catch {
      notices.failed('Failed to export supplier report. Please try again.');
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      variant="default"
      leftSection={<Download size={16} />}
      loading={busy}
      onClick={() => void exportReport()}
    >
      Export Details
    </Button>
  );
}
