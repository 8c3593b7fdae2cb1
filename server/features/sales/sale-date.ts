import { type CalendarDate, londonDate } from '#domain/kernel/dates';
import type { SaleWrite } from '#domain/sales/sale.contract';
import { ensureOpenDay } from '../../kernel/books-day';
import type { WriteContext } from '../../platform/http/context';

type SaleDate = {
  readonly businessDate: CalendarDate;
  readonly dateReason: string | null;
  readonly soldAt: Date;
};

/** The business date of a sale (rules D1, V10): today, or another date with permission to backdate. */
export async function dateOfSale(ctx: WriteContext, body: SaleWrite): Promise<SaleDate> {
  const businessDate = body.business_date ?? londonDate(ctx.now);
  await ensureOpenDay(ctx, businessDate, { reason: body.date_reason ?? null });
  return { businessDate, dateReason: body.date_reason ?? null, soldAt: ctx.now };
}
