import { formatPounds } from '#domain/kernel/money';
import type { SaleWrite } from '#domain/sales/sale.contract';
import { recordAudit } from '../../kernel/audit';
import type { WriteContext } from '../../platform/http/context';
import type { PostedSale } from './post-sale';
import { manualChanges } from './price-sale-basket';
import type { SaleToPost } from './sale-to-post';

/** Records a sale in the audit log, with what was changed by hand and the facts of how it was sold. */
export function auditSale(
  ctx: WriteContext,
  { id, number }: PostedSale,
  sale: SaleToPost,
  body: SaleWrite,
  facts: Readonly<Record<string, unknown>>,
): void {
  recordAudit(ctx, {
    action: 'sold',
    recordType: 'sale',
    recordId: id,
    recordName: number,
    after: { ...soldFacts(sale), ...facts, ...manualChanges(body) },
  });
}

/** What was sold and how it was paid, as the audit log has it of every sale. */
export const soldFacts = (sale: SaleToPost) => ({
  customer: sale.customer.name,
  gross_pence: sale.gross,
  lines: sale.lines.length,
  tenders: sale.tenders.map(({ method, applied }) => `${method} ${formatPounds(applied)}`),
  on_account_pence: sale.onAccount,
});
