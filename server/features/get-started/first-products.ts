import { sql } from 'kysely';
import type { firstProducts } from '#domain/get-started/first-products.contract';
import type { BodyOf, ReplyOf } from '#domain/kernel/call';
import { countOf } from '#domain/kernel/count-of';
import { londonDate } from '#domain/kernel/dates';
import { type Pence, toPence } from '#domain/kernel/money';
import { wholeUnits } from '#domain/kernel/quantity';
import { costAmount } from '#domain/kernel/unit-cost';
import { recordAudit } from '../../kernel/audit';
import { ensureOpenDay } from '../../kernel/books-day';
import { newProductSetting } from '../../kernel/company';
import { countOfNumber, nextNumber } from '../../kernel/documents';
import { credit, debit, postJournal, systemAccounts } from '../../kernel/ledger';
import { locks } from '../../kernel/locks';
import { findSetting } from '../../kernel/settings';
import { moveStock } from '../../kernel/stock';
import { takeLock } from '../../platform/database/advisory-lock';
import type { Tx } from '../../platform/database/open-database';
import type { WriteContext } from '../../platform/http/context';
import { invalid, Refusal } from '../../platform/http/refusal';
import { createProduct } from '../products';

type Line = BodyOf<typeof firstProducts>['lines'][number];
type Added = { readonly id: number; readonly sku: string; readonly line: Line };

/**
 * Adds products with the defaults of new products and stock codes of their own, and posts their opening stock against
 * suspense (rule L9). All of them, or none.
 */
export async function addFirstProducts(
  ctx: WriteContext,
  { lines, price_includes_vat }: BodyOf<typeof firstProducts>,
): Promise<ReplyOf<typeof firstProducts>> {
  // Two forms sent at once take turns, so that both get free stock codes.
  await takeLock(ctx.tx, locks.setting, newProductSetting.key);
  const { value: defaults } = await findSetting(ctx.tx, newProductSetting);
  const unit_id = await defaultUnit(ctx.tx, defaults.unit_id);
  const first = await nextSkuNumber(ctx.tx);
  const added: Added[] = [];
  for (const [at, line] of lines.entries()) {
    const sku = `P${String(first + at).padStart(4, '0')}`;
    const { id } = await atItsLine(at, () =>
      createProduct(ctx, {
        ...defaults,
        // As the form labelled the prices, also if the default has changed since (rule V9).
        price_includes_vat: price_includes_vat ?? defaults.price_includes_vat,
        unit_id,
        sku,
        name: line.name,
        price: line.price,
        vat_code: line.vat_code ?? defaults.vat_code,
        standard_cost: line.unit_cost ?? null,
        is_stocked: true,
        status: 'active',
        barcodes: line.barcode == null ? [] : [{ code: line.barcode, factor: wholeUnits(1) }],
      }),
    );
    added.push({ id, sku, line });
  }
  return {
    products: added.map(({ id, sku, line: { name } }) => ({ id, sku, name })),
    opening_value: await postOpeningStock(ctx, added),
  };
}

/** One journal for the stock of all of them. It is not reversed on its own: a stocktake corrects the stock. */
async function postOpeningStock(ctx: WriteContext, added: readonly Added[]): Promise<Pence> {
  const businessDate = londonDate(ctx.now);
  const movements = added.flatMap(({ id, line: { quantity, unit_cost } }, at) =>
    quantity == null || unit_cost == null
      ? []
      : [{ productId: id, line: at + 1, quantity, value: costAmount(unit_cost, quantity) }],
  );
  const total = toPence(movements.reduce((sum, { value }) => sum + value, 0));
  const [first] = movements;
  if (!first) return total;
  await ensureOpenDay(ctx, businessDate);
  const document = await documentOf(ctx.tx, first.productId, total);
  await moveStock(ctx, { businessDate, kind: 'opening', document, movements });
  const narrative = `Opening stock of ${countOf(movements.length, 'product')}`;
  const journal = await postJournal(ctx, {
    businessDate,
    kind: 'opening',
    narrative,
    document,
    lines: [debit(systemAccounts.inventory, total), credit(systemAccounts.openingSuspense, total)],
  });
  recordAudit(ctx, {
    action: 'posted',
    recordType: 'journal',
    recordId: journal?.id ?? null,
    recordName: narrative,
    after: { number: document.number, on: businessDate, products: movements.length, value_pence: total },
  });
  return total;
}

/** Stock that cost nothing has no journal, so it takes no number either. */
async function documentOf(tx: Tx, productId: number, total: Pence) {
  if (total === 0) return { type: 'product', id: productId, number: null };
  const number = await nextNumber(tx, 'OPEN');
  return { type: 'opening_stock', id: countOfNumber(number), number };
}

/** The unit of new products, or the only one there is. 422 if the business has to choose one first. */
async function defaultUnit(tx: Tx, defaultId: number | null): Promise<number> {
  const units = await tx
    .selectFrom('units')
    .select('id')
    .where('status', '=', 'active')
    .limit(1000)
    .execute();
  const chosen = units.find(({ id }) => id === defaultId) ?? (units.length === 1 ? units[0] : undefined);
  if (chosen) return chosen.id;
  throw invalid({
    lines:
      units.length === 0
        ? 'There are no units yet. Choose your trade first, or add a unit under Products > Units.'
        : 'Choose the unit of new products first, under Settings > New products.',
  });
}

/** The number after the last code of this kind: P0001, P0002. */
async function nextSkuNumber(tx: Tx): Promise<number> {
  const { rows } = await sql<{ next: number }>`
    select coalesce(max(substring(sku from 2)::int), 0) + 1 as next from products where sku ~ '^[Pp][0-9]{1,8}$'`.execute(
    tx,
  );
  return rows[0]?.next ?? 1;
}

/** Names the line in a refusal: its barcode may belong to another product. */
async function atItsLine<T>(at: number, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof Refusal) || !error.errors) throw error;
    throw invalid(
      Object.fromEntries(
        Object.entries(error.errors).map(([field, messages]) => [
          field.startsWith('barcodes') ? `lines.${at}.barcode` : `lines.${at}.${field}`,
          messages[0] ?? '',
        ]),
      ),
    );
  }
}
