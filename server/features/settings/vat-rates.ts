import { sql } from 'kysely';
import type { BodyOf, ReplyOf } from '#domain/kernel/call';
import { type CalendarDate, formatDate, londonDate } from '#domain/kernel/dates';
import { percentage } from '#domain/kernel/percent';
import { type VatCode, vatCodeNames } from '#domain/kernel/vat';
import type { VatRateRow, vatRates } from '#domain/settings/vat-rates.contract';
import { recordAudit } from '../../kernel/audit';
import { ensureNotFarAhead } from '../../kernel/books-day';
import type { Reader } from '../../platform/database/open-database';
import type { WriteContext } from '../../platform/http/context';
import { invalid } from '../../platform/http/refusal';
import { takeLock } from '../../platform/database/advisory-lock';
import { locks } from '../../kernel/locks';

type Rates = ReplyOf<typeof vatRates.list>;

/** All rates that may differ from zero, newest first for each code. */
export async function listVatRates(db: Reader, now: Date): Promise<Rates> {
  const today = londonDate(now);
  const { rows } = await sql<VatRateRow>`
    select code, (rate_percent * 100)::integer as percent, valid_from,
      case when valid_from > ${today} then 'coming'
        when valid_from = max(valid_from) filter (where valid_from <= ${today}) over (partition by code) then 'current'
        else 'past' end as state
    from vat_rates where code in ('S', 'R') order by code desc, valid_from desc`.execute(db);
  return { data: rows };
}

/**
 * Adds or removes a future rate (rule V1). 422 for today and earlier, because documents and returns keep the
 * rate of their date.
 */
export async function saveVatRate(
  ctx: WriteContext,
  { code, valid_from, percent }: BodyOf<typeof vatRates.save>,
): Promise<Rates> {
  if (valid_from <= londonDate(ctx.now))
    throw invalid({ valid_from: 'Choose a future date. Sales up to today keep their rate.' });
  if (percent !== null) ensureNotFarAhead('due', londonDate(ctx.now), { valid_from });
  await takeLock(ctx.tx, locks.vatRates);
  const before = await rateFrom(ctx.tx, code, valid_from);
  if (percent === null && before === null)
    throw invalid({ valid_from: `No rate starts on ${formatDate(valid_from)}.` });
  if (percent === null)
    await sql`delete from vat_rates where code = ${code} and valid_from = ${valid_from}`.execute(ctx.tx);
  else
    await sql`
      insert into vat_rates (code, valid_from, rate_percent) values (${code}, ${valid_from}, ${percentage.encode(percent)}::numeric)
      on conflict (code, valid_from) do update set rate_percent = excluded.rate_percent`.execute(ctx.tx);
  recordAudit(ctx, {
    action: 'edited',
    recordType: 'setting',
    recordId: null,
    recordName: `VAT, ${vatCodeNames[code].toLowerCase()}`,
    before: { valid_from, percent: before },
    after: { valid_from, percent: percent === null ? null : percentage.encode(percent) },
  });
  return listVatRates(ctx.tx, ctx.now);
}

async function rateFrom(db: Reader, code: VatCode, day: CalendarDate): Promise<string | null> {
  const { rows } = await sql<{ percent: string }>`
    select rate_percent::text as percent from vat_rates where code = ${code} and valid_from = ${day}`.execute(
    db,
  );
  return rows[0]?.percent ?? null;
}
