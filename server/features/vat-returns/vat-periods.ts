import type { BodyOf } from '#domain/kernel/call';
import { hasPermission } from '#domain/kernel/access';
import { addDays, formatDate, londonDate } from '#domain/kernel/dates';
import { earliestFirstDay } from '#domain/vat-returns/vat-period';
import type { FirmVatPeriods, vatPeriods } from '#domain/vat-returns/vat-period.contract';
import { recordEdit } from '../../kernel/audit';
import { lockBooks } from '../../kernel/locks';
import type { Reader } from '../../platform/database/open-database';
import type { WriteContext } from '../../platform/http/context';
import { conflict, forbidden, invalid } from '../../platform/http/refusal';
import { clearVatBeforeFirst } from './clear-vat-before-first';

const columns = ['stagger', 'first_day', 'version'] as const;

export const findVatPeriods = async (db: Reader): Promise<FirmVatPeriods> =>
  (await db.selectFrom('vat_periods').select(columns).executeTakeFirstOrThrow()) as FirmVatPeriods;

/**
 * Changes when VAT periods end, and the first day of the first return, whose earlier VAT leaves the VAT accounts. Filed
 * returns do not change; a new stagger starts the day after. 409 on a conflict, 422 for a first day that is too early, in the future, or
 * after the first filing.
 */
export async function saveVatPeriods(
  ctx: WriteContext,
  { version, ...facts }: BodyOf<typeof vatPeriods.save>,
): Promise<FirmVatPeriods> {
  // Prevents a return from being filed while the periods change.
  await lockBooks(ctx.tx);
  const before = await findVatPeriods(ctx.tx);
  if (version !== undefined && version !== before.version)
    throw conflict(
      'The VAT periods changed while you were editing them. Review them and save again.',
      before,
    );
  if (facts.first_day !== before.first_day) {
    // It moves VAT between accounts, as filing does.
    if (!hasPermission(ctx.actor, 'lock_period'))
      throw forbidden(
        'You do not have permission to change the first day, because it moves VAT between accounts. Ask someone who can file VAT returns.',
      );
    await ensureFirstDay(ctx, facts.first_day);
  }
  const after = (await ctx.tx
    .updateTable('vat_periods')
    .set({ ...facts, version: before.version + 1 })
    .returning(columns)
    .executeTakeFirstOrThrow()) as FirmVatPeriods;
  const firstDay = after.first_day ?? before.first_day;
  if (firstDay !== null && after.first_day !== before.first_day)
    await clearVatBeforeFirst(ctx, addDays(firstDay, -1));
  recordEdit(ctx, { type: 'setting', id: null, name: 'VAT periods' }, factsOf(before), factsOf(after));
  return after;
}

const factsOf = ({ stagger, first_day }: FirmVatPeriods) => ({ stagger, first_day });

async function ensureFirstDay(ctx: WriteContext, day: string | null): Promise<void> {
  const filed = await ctx.tx.selectFrom('vat_returns').select('id').limit(1).executeTakeFirst();
  if (filed)
    throw invalid({ first_day: 'A return has been filed, so the first day can no longer be changed.' });
  const today = londonDate(ctx.now);
  const earliest = earliestFirstDay(today);
  if (day !== null && (day < earliest || day > today))
    throw invalid({ first_day: `Choose a date from ${formatDate(earliest)} to ${formatDate(today)}.` });
}
