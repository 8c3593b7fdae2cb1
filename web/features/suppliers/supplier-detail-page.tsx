import { Alert, Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import { supplierDocuments } from '#domain/purchase-orders/supplier-document.contract';
import { supplierPrices } from '#domain/suppliers/supplier-price.contract';
import type { SupplierDetail } from '#domain/suppliers/supplier.contract';
import { useAccess } from '../../platform/access';
import { ApiError } from '../../platform/api-error';
import { useShortcut } from '../../platform/shortcuts';
import { NoticeAlert, useNotice } from '../../ui/notice';
import { PageHeader } from '../../ui/page-header';
import { BackButton } from '../../ui/page-link';
import { usePageTitle } from '../../platform/page-title';
import { useReload } from '../../platform/reload';
import { RecordEmailsCard } from '../emails';
import { RecordActivity } from '../notes';
import {
  SupplierBillDialog,
  SupplierCreditDialog,
  SupplierDocuments,
  SupplierPaymentDialog,
} from '../supplier-documents';
import { SupplierActions } from './supplier-actions';
import { SupplierEmailsCard } from './supplier-emails-card';
import { SupplierInformation } from './supplier-information';
import { SendSupplierEmailDialog, SupplierDialog } from './lazy-dialogs';
import { SupplierOrders } from './supplier-orders';
import { SupplierPrices } from './supplier-prices';
import { SupplierTermsCard } from './supplier-terms-card';
import { SupplierTransactions } from './supplier-transactions';
import { ofSuppliers, supplierById } from './suppliers.queries';

export function SupplierDetailPage() {
  const { id } = useParams({ strict: false }) as { id: string };
  const number = /^[1-9]\d{0,14}$/.test(id) ? Number(id) : undefined;
  const page = useQuery(supplierById(number));
  const reload = useReload(...ofSuppliers);
  if (page.data) return <Details supplier={page.data} onChanged={reload} />;
  const missing = number === undefined || (page.error instanceof ApiError && page.error.status === 404);
  if (missing || page.isError)
    return (
      <LoadErrorPage
        message={missing ? 'Supplier not found' : 'Failed to load supplier details'}
        onRetry={missing ? undefined : page.refetch}
      />
    );
  return <Loading />;
}

type SupplierDialogState = 'email' | 'edit' | 'bill' | 'credit' | 'pay' | null;

function Details({
  supplier,
  onChanged,
}: {
  supplier: SupplierDetail;
  onChanged: (whenShown?: () => void) => void;
}) {
  const { can, canCall } = useAccess();
  const notices = useNotice();
  const [openDialog, setOpenDialog] = useState<SupplierDialogState>(null);
  usePageTitle(supplier.name);
  useShortcut('e', 'Edit the supplier', () => setOpenDialog('edit'), can('edit_supplier'));
  return (
    <>
      <PageHeader
        title="Supplier Details"
        detail={supplier.name}
        actions={<SupplierActions supplier={supplier} notices={notices} onOpen={setOpenDialog} />}
      />
      <NoticeAlert notices={notices} />
      <SupplierInformation supplier={supplier} />
      <SupplierOrders supplier={supplier} />
      <SupplierTransactions supplier={supplier} />
      {canCall(supplierDocuments.openBills) && <SupplierDocuments supplier={supplier} notices={notices} />}
      <SupplierTermsCard supplierId={supplier.id} onChanged={onChanged} />
      {canCall(supplierPrices.list) && <SupplierPrices supplierId={supplier.id} />}
      {can('create_email') && <SupplierEmailsCard supplierId={supplier.id} />}
      <RecordEmailsCard type="supplier" id={supplier.id} />
      <RecordActivity recordType="supplier" recordId={supplier.id} />
      {openDialog === 'email' && (
        <SendSupplierEmailDialog supplier={supplier} onClose={() => setOpenDialog(null)} />
      )}
      {(openDialog === 'bill' || openDialog === 'credit' || openDialog === 'pay') && (
        <SupplierDocumentDialog
          kind={openDialog}
          supplier={supplier}
          onClose={() => setOpenDialog(null)}
          onDone={message => {
            setOpenDialog(null);
            onChanged(() => notices.succeeded(message));
          }}
        />
      )}
      {openDialog === 'edit' && (
        <SupplierDialog
          supplier={supplier}
          onClose={() => setOpenDialog(null)}
          onSaved={() => {
            setOpenDialog(null);
            onChanged(() => notices.succeeded('Saved successfully!'));
          }}
        />
      )}
    </>
  );
}

type DocumentProps = {
  kind: 'bill' | 'credit' | 'pay';
  supplier: SupplierDetail;
  onClose: () => void;
  onDone: (message: string) => void;
};
const dialogs = { bill: SupplierBillDialog, credit: SupplierCreditDialog, pay: SupplierPaymentDialog };
function SupplierDocumentDialog({ kind, ...props }: DocumentProps) {
  const Dialog = dialogs[kind];
  return <Dialog {...props} />;
}

function LoadErrorPage({ message, onRetry }: { message: string; onRetry: (() => unknown) | undefined }) {
  usePageTitle('Supplier Details');
  return (
    <>
      <PageHeader title="Supplier Details" actions={<BackButton to="/suppliers">Back to List</BackButton>} />
      <Alert
        role="alert"
        color="red"
        variant="light"
        icon={<CircleAlert size={18} />}
        data-notice="danger"
        styles={{ message: { color: 'var(--mantine-color-text)' } }}
      >
        {message}
      </Alert>
      {onRetry && (
        <Button mt={12} variant="default" onClick={() => onRetry()}>
          Try again
        </Button>
      )}
    </>
  );
}

/** Placeholders of about the final size, so that nothing jumps when the supplier loads. */
const Loading = () => (
  <div role="status" aria-label="Loading the supplier">
    <Skeleton height={36} width={260} mb={16} />
    <Skeleton height={210} mb={16} />
    <Skeleton height={320} mb={16} />
    <Skeleton height={320} />
  </div>
);
