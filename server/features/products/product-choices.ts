import { sql } from 'kysely';
import { londonDate } from '#domain/kernel/dates';
import { vatCode } from '#domain/kernel/vat';
import type { ProductChoices } from '#domain/products/product-choices.contract';
import { findNewProducts, isVatRegisteredOn } from '../../kernel/company';
import type { Reader } from '../../platform/database/open-database';
import { vatRatesOn } from './vat-rates.queries';

/** The choices in the product form and filters, by name. */
export async function findProductChoices(db: Reader, now: Date): Promise<ProductChoices> {
  const today = londonDate(now);
  const [{ rows }, rateOf, charges_vat, { value: new_product }] = await Promise.all([
    sql<
      Omit<ProductChoices, 'vat_rates' | 'charges_vat' | 'new_product'>
    >`select ${allOf('categories')} as categories,
      ${allOf('sub_categories', sql`, 'category_id', category_id`)} as sub_categories,
      ${allOf('brands')} as brands, ${allOf('units')} as units`.execute(db),
    vatRatesOn(db, today),
    isVatRegisteredOn(db, today),
    findNewProducts(db),
  ]);
  const none = { categories: [], sub_categories: [], brands: [], units: [] };
  return {
    ...(rows[0] ?? none),
    vat_rates: vatCode.options.map(code => ({ code, rate: rateOf(code) })),
    charges_vat,
    new_product,
  };
}

const allOf = (table: string, more = sql``) => sql`coalesce((select jsonb_agg(
    jsonb_build_object('id', id, 'name', name, 'status', status ${more}) order by name, id) from ${sql.table(table)}), '[]')`;
