import { type SaleDetail, sales } from '#domain/sales/sale.contract';
import { request, requestFile } from '../../platform/api';
import { EmailDocumentDialog } from '../../ui/dialogs/email-document-dialog';
import { invoiceMailDraft } from './invoices.queries';

type Props = { sale: SaleDetail; onClose: () => void; onDone: (message: string) => void };

/** Emails a sale with its document attached. */
export const EmailSaleDialog = ({ sale, ...dialogProps }: Props) => (
  <EmailDocumentDialog
    {...dialogProps}
    title={`Email ${sale.number}`}
    draft={invoiceMailDraft(sale.id)}
    paper={() =>
      requestFile(sales.pdf, { params: { id: sale.id }, query: { paper: 'a4' }, shownInPlace: true })
    }
    schema={sales.email.body}
    send={(body, idempotencyKey) =>
      request(sales.email, { params: { id: sale.id }, body, idempotencyKey, shownInPlace: true })
    }
    failure="The invoice could not be sent."
  />
);
