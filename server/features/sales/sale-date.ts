import { type CalendarDate, londonDate } from '#domain/kernel/dates';
import type { SaleWrite } from '#domain/sales/sale.contract';
import { ensuringOpenDay } from '../../kernel/books-day';
import { ensureCashMovesToday } from '../../kernel/tills';
import type { WriteContext } from '../../platform/http/context';

type SaleDate = {
  readonly businessDate: CalendarDate;
  readonly dateReason: string | null;
  readonly soldAt: Date;
};

/** The business date of a sale (rules D1, V10): today, or another date with permission to backdate unless cash is taken. */
export function findingDateOfSale(ctx: WriteContext, body: SaleWrite) {
  const businessDate = body.business_date ?? londonDate(ctx.now);
  const takesCash = body.tenders.some(({ method }) => method === 'cash');
  const sessionId = takesCash ? (body.session_id ?? null) : null;
  ensureCashMovesToday(ctx, { sessionId, businessDate, direction: 'in' });
  const reason = body.date_reason ?? null;
  const open = ensuringOpenDay(ctx, businessDate, { reason });
  return {
    ...open,
    answer: (rows: Parameters<typeof open.answer>[0]): SaleDate => {
      open.answer(rows);
      return { businessDate, dateReason: reason, soldAt: ctx.now };
    },
  };
}
