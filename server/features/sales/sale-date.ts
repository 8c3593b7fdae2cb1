import { type CalendarDate, londonDate } from '#domain/kernel/dates';
import type { SaleWrite } from '#domain/sales/sale.contract';
import { ensureOpenDay, findLockDate } from '../../kernel/books-day';
import type { WriteContext } from '../../platform/http/context';
import { invalid } from '../../platform/http/refusal';

type SaleDate = {
  readonly businessDate: CalendarDate;
  readonly dateReason: string | null;
  readonly soldAt: Date;
};

// Clocks of tills run fast; a till left in a drawer for longer than this has to be looked at by a person.
const aheadMinutes = 10;
const oldestDays = 31;

/**
 * The day that a sale counts on (rules D1, V10): today; another one for those who may date back; for a sale made
 * without a network the day in London on which it was made, unless the books are closed for it by now: then today,
 * with the reason in the journal.
 */
export async function dateOfSale(ctx: WriteContext, body: SaleWrite): Promise<SaleDate> {
  const today = londonDate(ctx.now);
  if (!body.was_offline) {
    const businessDate = body.business_date ?? today;
    await ensureOpenDay(ctx, businessDate, { reason: body.date_reason ?? null });
    return { businessDate, dateReason: body.date_reason ?? null, soldAt: ctx.now };
  }
  const soldAt = body.sold_at ?? ctx.now;
  const age = ctx.now.getTime() - soldAt.getTime();
  if (age < -aheadMinutes * 60_000)
    throw invalid({
      sold_at: "The till's clock is ahead of the server's. Set it right and send the sale again.",
    });
  if (age > oldestDays * 86_400_000)
    throw invalid({
      sold_at: `This sale is older than ${oldestDays} days. Enter it at the sales desk instead.`,
    });
  const made = londonDate(soldAt);
  const locked = await findLockDate(ctx.tx);
  const isClosed = locked !== null && made <= locked;
  const businessDate = isClosed || made > today ? today : made;
  const dateReason =
    businessDate === made ? 'Sold without a network' : `Sold without a network on ${made}, which is closed`;
  return { businessDate, dateReason, soldAt };
}
