import { sql } from 'kysely';

/** A bill `b` that charges VAT and stands, of a supplier `s` without a VAT number; a reverse charge is not on the bill. */
const isWithoutNumber = sql`s.vat_number is null and b.reverse_charge is null and b.reversed_at is null and b.vat_pence > 0`;

/** Whether bill `b` reclaims VAT although its supplier `s` has no VAT number (rule V18, decision 197). */
export const lacksVatNumber = sql<boolean>`(${isWithoutNumber} and exists (
  select from journals claim join vat_entries v on v.journal_id = claim.id
  where claim.document_type = 'supplier_bill' and claim.document_id = b.id and v.direction = 'input' and v.vat_pence > 0))`;

/** Whether a VAT entry `e` is such a claim. */
export const isClaimWithoutNumber = sql`(e.direction = 'input' and e.vat_pence > 0 and e.journal_id in (
  select claim.id from supplier_bills b join suppliers s on s.id = b.supplier_id
    join journals claim on claim.document_type = 'supplier_bill' and claim.document_id = b.id
  where ${isWithoutNumber}))`;
