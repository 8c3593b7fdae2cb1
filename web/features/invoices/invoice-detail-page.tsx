import { useState } from 'react';
import type { SaleDetail } from '#domain/sales/sale.contract';
import { usePageTitle } from '../../platform/page-title';
import { NoticeAlert, useNotice } from '../../ui/notice';
import { PageHeader } from '../../ui/page-header';
import { RecordOrReason } from '../../ui/record-or-reason';
import { RecordEmailsCard } from '../emails';
import { RecordActivity } from '../notes';
import { CreditNotes } from './credit-notes';
import { ExportEvidenceCard } from './export-evidence-card';
import { InvoiceActions } from './invoice-actions';
import { PaymentBadge, SaleBadge } from './invoice-badges';
import { InvoiceInformation } from './invoice-information';
import { InvoiceLines } from './invoice-lines';
import { SaleExceptions } from './sale-exceptions';
import { InvoicePayments } from './invoice-payments';
import { InvoiceDialogs, type InvoiceDialogState } from './invoice-dialogs';
import '../../ui/document-page.css';
import { everything, useReload } from '../../platform/reload';
import './invoices.css';
import { invoiceById } from './invoices.queries';

/** One sale: lines, payments, credit notes and actions. */
export const InvoiceDetailPage = () => (
  <RecordOrReason record={invoiceById} noun="invoice" title="Invoice">
    {(sale: SaleDetail) => <Details sale={sale} />}
  </RecordOrReason>
);

function Details({ sale }: { sale: SaleDetail }) {
  const notices = useNotice();
  // A refund also changes stock, ledgers and tills.
  const reloadAll = useReload(everything);
  const [open, setOpen] = useState<InvoiceDialogState | null>(null);
  usePageTitle(sale.number);
  const changed = (message: string) => {
    setOpen(null);
    reloadAll(() => notices.succeeded(message));
  };
  return (
    <>
      <PageHeader
        title={sale.number}
        detail={
          <span className="document-badges">
            <SaleBadge status={sale.status} />
            <PaymentBadge state={sale.payment_state} />
          </span>
        }
        actions={<InvoiceActions sale={sale} notices={notices} onOpen={setOpen} />}
      />
      <NoticeAlert notices={notices} />
      <SaleExceptions sale={sale} />
      <InvoiceInformation sale={sale} />
      <InvoiceLines sale={sale} />
      <InvoicePayments sale={sale} />
      <ExportEvidenceCard sale={sale} onSaved={changed} />
      <CreditNotes sale={sale} notices={notices} />
      <RecordEmailsCard type="sale" id={sale.id} />
      <RecordActivity recordType="sale" recordId={sale.id} />
      {open && <InvoiceDialogs sale={sale} open={open} onClose={() => setOpen(null)} onDone={changed} />}
    </>
  );
}
