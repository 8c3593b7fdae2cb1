import { sql } from 'kysely';
import { type CalendarDate } from '#domain/kernel/dates';
import { toPence } from '#domain/kernel/money';
import { wholeUnits } from '#domain/kernel/quantity';
import { checkDigit } from '#domain/products/barcode';
import { productWrite } from '#domain/products/product.contract';
import { createProduct } from '../features/products';
import type { Tx } from '../platform/database/open-database';
import type { Actor } from '../platform/http/actor';
import { asActor } from '../kernel/audit';
import { duringWork } from './calendar';
import { demoProducts } from './demo-products';

/** A product that can be ordered: its cost by the buying unit, in pence excluding VAT. */
export type DemoGoods = { readonly id: number; readonly cost: number; readonly vat: 'S' | 'R' | 'Z' };

/** The product range, entered in the first week. */
export async function addProducts(tx: Tx, actor: Actor, day: CalendarDate): Promise<DemoGoods[]> {
  const idsOf = async (table: 'categories' | 'sub_categories' | 'brands' | 'units') => {
    const { rows } = await sql<{
      id: number;
      name: string;
    }>`select id, name from ${sql.table(table)}`.execute(tx);
    return new Map(rows.map(row => [row.name, row.id]));
  };
  const [categories, parts, brands, units] = [
    await idsOf('categories'),
    await idsOf('sub_categories'),
    await idsOf('brands'),
    await idsOf('units'),
  ];
  const goods: DemoGoods[] = [];
  for (const [index, product] of demoProducts.entries()) {
    const code = `5099${String(10_000_000 + index * 37).slice(0, 8)}`;
    const [buyingUnit, holds] = product.boughtIn ?? [];
    const body = productWrite.parse({
      sku: product.sku,
      name: product.name,
      category_id: categories.get(product.category),
      sub_category_id: parts.get(product.part),
      brand_id: product.brand === null ? null : brands.get(product.brand),
      unit_id: units.get(product.unit),
      buying_unit_id: buyingUnit === undefined ? null : units.get(buyingUnit),
      buying_factor: holds === undefined ? undefined : String(holds),
      vat_code: product.vat,
      price: '0.00',
      barcodes: [{ code: `${code}${checkDigit(code)}` }],
    });
    const { id } = await asActor(tx, actor, duringWork(day, 60 + index * 4), ctx =>
      createProduct(ctx, {
        ...body,
        price: toPence(product.price),
        // Fast-moving products have a high reorder level.
        reorder_level: wholeUnits(index % 4 === 0 ? 600 : 60),
      }),
    );
    goods.push({ id, cost: product.cost, vat: product.vat });
  }
  return goods;
}
