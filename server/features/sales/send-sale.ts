import { Readable } from 'node:stream';
import type { BodyOf } from '#domain/kernel/call';
import { hasAnyPermission } from '#domain/kernel/access';
import { formatDate } from '#domain/kernel/dates';
import { formatPounds } from '#domain/kernel/money';
import { invoiceKind } from '#domain/sales/invoice-kind';
import type { SaleDetail, sales } from '#domain/sales/sale.contract';
import { recordAudit } from '../../kernel/audit';
import { findCompany } from '../../kernel/company';
import { ensureMayWriteTo, queueEmail, writeMailBody } from '../../kernel/outbox';
import type { WriteContext } from '../../platform/http/context';
import type { StoredUpload } from '../../platform/http/multipart';
import type { BeforeWrite } from '../../platform/http/route';
import { forbidden } from '../../platform/http/refusal';
import { getSale } from './get-sale';
import { drawSaleOf } from './sale-documents';

type Asked = BodyOf<typeof sales.email>;
export type PreparedSale = Asked & {
  readonly document: Omit<StoredUpload, 'fieldName'>;
  readonly sale: SaleDetail;
};

const mostBytes = 25 * 1024 * 1024;

/** Draws the sale and stores the document, before any lock is taken. 404 when there is none. */
export async function prepareSaleMail(read: BeforeWrite, id: number, asked: Asked): Promise<PreparedSale> {
  if (!hasAnyPermission(read.actor, ['view_sale', 'view_pos']))
    throw forbidden('You do not have the right to see this sale. Ask an administrator for it.');
  const sale = await getSale(read.db, id, read);
  ensureMayWriteTo(read.actor, asked.email, sale.customer_email, 'customer');
  const { fileName, content } = await drawSaleOf(read.db, sale, { paper: 'a4' }, read.now);
  const { sha256, bytes } = await read.files.put(Readable.from([content]), { maxBytes: mostBytes });
  return { ...asked, sale, document: { fileName, mediaType: 'application/pdf', sha256, bytes } };
}

/** Stores the message for sending. `what` is what the answer calls it. */
export async function queueSaleMail(
  ctx: WriteContext,
  { sale, document, email, message }: PreparedSale,
): Promise<{ email_id: number; what: string }> {
  const what = invoiceKind(sale) === 'full' ? 'Invoice' : 'Receipt';
  const company = await findCompany(ctx.tx);
  const email_id = await queueEmail(ctx, {
    purpose: 'sale',
    to: email,
    subject: `${what} ${sale.number} from ${company.name}`,
    body: writeMailBody([
      message ?? `Please find your ${what.toLowerCase()} ${sale.number} attached.`,
      {
        facts: [
          [what, sale.number],
          ['Date', formatDate(sale.business_date)],
          ['Total', formatPounds(sale.gross)],
          ...(sale.outstanding > 0
            ? [[`To pay by ${formatDate(sale.due_on)}`, formatPounds(sale.outstanding)] as [string, string]]
            : []),
        ],
      },
      [company.name, ...company.lines].join('\n'),
    ]),
    about: { type: 'customer', id: sale.customer.id, name: sale.customer.name },
    attachments: [document],
  });
  recordAudit(ctx, {
    action: 'emailed',
    recordType: 'sale',
    recordId: sale.id,
    recordName: sale.number,
    after: { to: email },
  });
  return { email_id, what };
}
