import { saleAttachments } from '#domain/sales/sale-attachment.contract';
import type { SaleDetail } from '#domain/sales/sale.contract';
import { AttachmentsCard } from '../../ui/files/attachments-card';
import { BackButton } from '../../ui/page-link';
import { RecordOrReason } from '../../ui/record/record-or-reason';
import { RecordPage } from '../../ui/record/record-page';
import { useRecordDialogs } from '../../ui/record/use-record-dialogs';
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
import { everything } from '../../platform/reload';
import './invoices.css';
import { invoiceById, invoiceList } from './invoices.queries';
import { chainOfSale } from './sales-chain';

/** One sale: lines, payments, credit notes and actions. */
export const InvoiceDetailPage = () => (
  <RecordOrReason
    record={invoiceById}
    list={invoiceList}
    noun="invoice"
    title="Invoice"
    back={<BackButton to="/sales/invoices">Back to List</BackButton>}
  >
    {(sale: SaleDetail) => <Details sale={sale} />}
  </RecordOrReason>
);

function Details({ sale }: { sale: SaleDetail }) {
  // A refund also changes stock, ledgers and tills.
  const { notices, open, setOpen, close, changed } = useRecordDialogs<InvoiceDialogState>(everything);
  return (
    <RecordPage
      title={sale.number}
      status={
        <>
          <SaleBadge status={sale.status} />
          {sale.payment_state && <PaymentBadge state={sale.payment_state} />}
        </>
      }
      actions={<InvoiceActions sale={sale} notices={notices} onOpen={setOpen} />}
      notices={notices}
      chain={chainOfSale(sale)}
      sections={{
        summary: (
          <>
            <SaleExceptions sale={sale} />
            <InvoiceInformation sale={sale} />
          </>
        ),
        lines: <InvoiceLines sale={sale} />,
        money: (
          <>
            <InvoicePayments sale={sale} />
            <CreditNotes sale={sale} notices={notices} />
          </>
        ),
        files: (
          <>
            <ExportEvidenceCard sale={sale} onSaved={changed} />
            <AttachmentsCard
              calls={saleAttachments}
              recordId={sale.id}
              title="Attachments"
              empty="No attachments yet. Attach signed delivery notes and proof of export."
              notices={notices}
            />
          </>
        ),
        history: (
          <>
            <RecordEmailsCard type="sale" id={sale.id} />
            <RecordActivity recordType="sale" recordId={sale.id} />
          </>
        ),
      }}
    >
      {open && <InvoiceDialogs sale={sale} open={open} onClose={close} onDone={changed} />}
    </RecordPage>
  );
}
