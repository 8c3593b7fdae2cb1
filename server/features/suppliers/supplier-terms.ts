import type { BodyOf } from '#domain/kernel/call';
import type { SupplierTerms, supplierTerms } from '#domain/suppliers/supplier-terms.contract';
import { recordEdit } from '../../kernel/audit';
import type { Reader } from '../../platform/database/open-database';
import type { WriteContext } from '../../platform/http/context';
import { ensureCurrent } from '../../platform/http/ensure-current';
import { ensureFound } from '../../platform/http/refusal';

const columns = ['id', 'name', 'payment_terms_days', 'vat_number', 'version'] as const;

/** 404 when the supplier is gone. */
export async function getSupplierTerms(db: Reader, id: number): Promise<SupplierTerms> {
  const row = await db.selectFrom('suppliers').select(columns).where('id', '=', id).executeTakeFirst();
  return ensureFound(row, 'Supplier');
}

/** Edits payment terms and VAT number. Existing bills keep their due date. 404, 409. */
export async function saveSupplierTerms(
  ctx: WriteContext,
  id: number,
  { version, payment_terms_days, vat_number }: BodyOf<typeof supplierTerms.save>,
): Promise<SupplierTerms> {
  const row = await ctx.tx
    .selectFrom('suppliers')
    .select(columns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  const before = ensureCurrent(row, version, 'Supplier');
  const after = await ctx.tx
    .updateTable('suppliers')
    .set({ payment_terms_days, vat_number, version: before.version + 1, updated_at: ctx.now })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();
  recordEdit(ctx, { type: 'supplier', id, name: after.name }, factsOf(before), factsOf(after));
  return after;
}

const factsOf = ({ payment_terms_days, vat_number }: SupplierTerms) => ({ payment_terms_days, vat_number });
