import type { CalendarDate } from '#domain/kernel/dates';
import { openPeriods, type VatPeriod } from '#domain/vat-returns/vat-period';
import type { Reader } from '../../platform/database/open-database';
import { notFound } from '../../platform/http/refusal';
import { findVatPeriods } from './vat-periods';
import { type FiledReturn, findFiledReturns, findFirstTaxPoint, type Taken } from './vat-returns.queries';

export type Periods = {
  /** Oldest first, both of them; the open ones begin the day after the last filed one. */
  readonly filed: readonly FiledReturn[];
  readonly open: readonly VatPeriod[];
};

/** Every period of the firm, filed and open up to a day. A firm that is not registered has no open one. */
export async function findPeriods(
  db: Reader,
  today: CalendarDate,
  findFirst = findFirstTaxPoint,
): Promise<Periods> {
  const [filed, settings, registration, firstTaxPoint] = [
    await findFiledReturns(db),
    await findVatPeriods(db),
    await db
      .selectFrom('vat_registration')
      .select(['is_registered', 'registered_from', 'registered_until'])
      .executeTakeFirstOrThrow(),
    await findFirst(db),
  ];
  if (!registration.is_registered) return { filed, open: [] };
  const open = openPeriods({
    stagger: settings.stagger,
    filedTo: filed.at(-1)?.to ?? null,
    firstDay: settings.first_day,
    firstTaxPoint,
    registeredFrom: registration.registered_from,
    registeredUntil: registration.registered_until,
    today,
  });
  return { filed, open };
}

/** The period that ends on a day, with what it takes. 404 when no period ends then. */
export function periodTo(
  { filed, open }: Periods,
  to: CalendarDate,
): { readonly period: VatPeriod; readonly taken: Taken; readonly filed: FiledReturn | undefined } {
  const place = filed.findIndex(row => row.to === to);
  const own = filed[place];
  if (own) {
    const before = filed[place - 1];
    const taken = {
      after: before?.to ?? null,
      until: to,
      lateAfter: before?.last_entry_id ?? null,
      upTo: own.last_entry_id,
    };
    return { period: own, taken, filed: own };
  }
  const period = open.find(row => row.to === to);
  if (!period) throw notFound('VAT period');
  const last = filed.at(-1);
  // The earliest open return takes whatever is late; a later one takes its own days.
  const takesLate = period === open[0];
  const taken = {
    after: takesLate ? (last?.to ?? null) : (open[open.indexOf(period) - 1]?.to ?? null),
    until: to,
    lateAfter: takesLate ? (last?.last_entry_id ?? null) : null,
    upTo: null,
  };
  return { period, taken, filed: undefined };
}
