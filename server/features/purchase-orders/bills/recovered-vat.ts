import { sql } from 'kysely';
import type { CalendarDate } from '#domain/kernel/dates';
import { isRegisteredOn } from '#domain/kernel/vat-registration';
import { findVatRegistrationDays } from '../../../kernel/company';
import { anyOf, preparedStatement } from '../../../platform/database/prepared-statement';
import type { WriteContext } from '../../../platform/http/context';
import { invalid } from '../../../platform/http/refusal';

type Credited = {
  readonly credit_date: CalendarDate;
  readonly bills: readonly { readonly bill_id: number }[];
};

/**
 * Whether a credit note reduces input VAT. It follows the bills it credits, whose VAT was recovered or was a
 * cost, even if the registration has begun or ended since (F102). Without a bill its own date counts. 422 for
 * a mix of both.
 */
export async function recoveredVat(ctx: WriteContext, { credit_date, bills }: Credited): Promise<boolean> {
  const registration = await findVatRegistrationDays(ctx.tx);
  if (bills.length === 0) return isRegisteredOn(registration, credit_date);
  const { rows } = await sql<{
    bill_date: CalendarDate;
    kind: string;
    is_in_returns: boolean;
  }>`${preparedStatement}
    select bill_date, kind, exists (select from journals j join vat_entries v on v.journal_id = j.id and v.direction = 'input'
        where j.document_type = 'supplier_bill' and j.document_id = b.id) as is_in_returns
    from supplier_bills b where id = ${anyOf(bills.map(({ bill_id }) => bill_id))}`.execute(ctx.tx);
  const recovered = new Set(
    // An opening bill had its VAT recovered in the books before these.
    rows.map(row =>
      row.kind === 'opening' ? isRegisteredOn(registration, row.bill_date) : row.is_in_returns,
    ),
  );
  if (recovered.size > 1)
    throw invalid({
      bills:
        'Some of these bills are dated outside your VAT registration. Record a separate credit note for those.',
    });
  return recovered.has(true);
}
