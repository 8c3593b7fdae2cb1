import { sql } from 'kysely';
import type { ProductDetail } from '#domain/products/product.contract';
import { recordAudit, recordEdit } from '../../kernel/audit';
import type { WriteContext } from '../../platform/http/context';
import { conflict, ensureFound } from '../../platform/http/refusal';
import { getProduct } from './get-product';
import { isUsed, lockProduct } from './product-detail.queries';

/** Archives a product, or restores it as inactive. Its documents and figures stay (rule P12). */
export async function archiveProduct(
  ctx: WriteContext,
  id: number,
  archived: boolean,
): Promise<ProductDetail> {
  const before = ensureFound(await lockProduct(ctx.tx, id), 'Product');
  const status = archived ? 'archived' : before.status === 'archived' ? 'inactive' : before.status;
  if (archived && Number(before.quantity) !== 0)
    throw conflict(`${before.name} still has stock. Bring it to zero before you archive it.`);
  await sql`update products set status = ${status}, version = version + 1, updated_at = ${ctx.now} where id = ${id}`.execute(
    ctx.tx,
  );
  recordEdit(ctx, { type: 'product', id, name: before.name }, { status: before.status }, { status });
  return getProduct(ctx.tx, id, ctx);
}

/** Deletes an unused product (rule P12). 409 otherwise, with what to do instead. */
export async function removeProduct(ctx: WriteContext, id: number): Promise<{ message: string }> {
  const product = ensureFound(await lockProduct(ctx.tx, id), 'Product');
  if (await isUsed(ctx.tx, id))
    throw conflict(
      `${product.name} has been bought, counted, quoted or sold, so it cannot be deleted. Archive it instead.`,
    );
  await sql`delete from products where id = ${id}`.execute(ctx.tx);
  recordAudit(ctx, {
    action: 'deleted',
    recordType: 'product',
    recordId: id,
    recordName: product.name,
    before: {
      sku: product.sku,
      name: product.name,
      price_pence: product.price_pence,
      status: product.status,
    },
  });
  return { message: 'Deleted successfully!' };
}
