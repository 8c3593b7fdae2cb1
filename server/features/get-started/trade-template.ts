import { sql } from 'kysely';
import type { AddedByTrade, Additions } from '#domain/get-started/trade-template.contract';
import {
  isCounted,
  type Trade,
  trade as everyTrade,
  tradeTemplates,
} from '#domain/get-started/trade-templates';
import { type Quantity, wholeUnits } from '#domain/kernel/quantity';
import { recordAudit } from '../../kernel/audit';
import { newProductSetting } from '../../kernel/company';
import { locks } from '../../kernel/locks';
import { changeSetting } from '../../kernel/settings';
import { takeLock } from '../../platform/database/advisory-lock';
import type { Reader, Tx } from '../../platform/database/open-database';
import type { WriteContext } from '../../platform/http/context';
import { createMaster, type MasterKind, masterKinds } from '../masters';

/** The trades, with what the template of each would add. */
export async function listTrades(db: Reader): Promise<{ data: AddedByTrade[] }> {
  const existing = await findExisting(db);
  return {
    data: everyTrade.options.map(trade => {
      const { name, about } = tradeTemplates[trade];
      return { trade, name, about, adds: additionsOf(trade, existing) };
    }),
  };
}

/**
 * Adds what a trade needs and the business does not have, in one transaction. Applied again, or twice at once, it adds
 * nothing more. Defaults of new products that the business has saved are kept.
 */
export async function applyTrade(ctx: WriteContext, trade: Trade): Promise<{ added: Additions }> {
  // The lock of the setting that is saved below: a second call waits here and then finds everything.
  await takeLock(ctx.tx, locks.setting, newProductSetting.key);
  const added = additionsOf(trade, await findExisting(ctx.tx));
  const add = (kind: MasterKind, name: string, more: { category_id?: number; is_whole?: boolean } = {}) =>
    createMaster(ctx, kind, { name, status: 'active', ...more });
  for (const name of added.units) await add(masterKinds.units, name, { is_whole: isCounted(name) });
  for (const name of added.categories) await add(masterKinds.categories, name);
  for (const { category, name } of added.sub_categories)
    await add(masterKinds.subCategories, name, {
      category_id: await idNamed(ctx.tx, 'categories', category),
    });
  for (const name of added.expense_categories) await add(masterKinds.expenseCategories, name);
  if (added.new_product) await saveDefaults(ctx, added.new_product);
  recordAudit(ctx, {
    action: 'applied',
    recordType: 'setting',
    recordId: null,
    recordName: 'Trade template',
    after: {
      trade: tradeTemplates[trade].name,
      units: added.units.length,
      categories: added.categories.length + added.sub_categories.length,
    },
  });
  return { added };
}

async function saveDefaults(
  ctx: WriteContext,
  { unit, ...chosen }: NonNullable<Additions['new_product']>,
): Promise<void> {
  const unit_id = await idNamed(ctx.tx, 'units', unit);
  await changeSetting(ctx, newProductSetting, before => ({ ...before, ...chosen, unit_id }), undefined);
}

async function idNamed(tx: Tx, table: 'units' | 'categories', name: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(table)} where lower(name) = lower(${name})`.execute(tx);
  if (!rows[0]) throw new Error(`There is no ${name} in ${table}`);
  return rows[0].id;
}

type Existing = {
  readonly units: readonly string[];
  readonly categories: readonly string[];
  readonly sub_categories: readonly string[];
  readonly expense_categories: readonly string[];
  readonly has_defaults: boolean;
};

const namesOf = (table: string) =>
  sql`coalesce((select jsonb_agg(lower(name)) from ${sql.table(table)}), '[]')`;

/** The names in use, in lower case, because names differ by more than their case. */
async function findExisting(db: Reader): Promise<Existing> {
  const { rows } = await sql<Existing>`
    select ${namesOf('units')} as units, ${namesOf('categories')} as categories,
      ${namesOf('expense_categories')} as expense_categories,
      coalesce((select jsonb_agg(lower(c.name || '/' || s.name)) from sub_categories s
        join categories c on c.id = s.category_id), '[]') as sub_categories,
      exists (select from settings where key = ${newProductSetting.key}) as has_defaults`.execute(db);
  if (!rows[0]) throw new Error('A row without tables is always found');
  return rows[0];
}

function additionsOf(trade: Trade, existing: Existing): Additions {
  const { units, categories, expenseCategories, products } = tradeTemplates[trade];
  const missing = (names: readonly string[], there: readonly string[]) =>
    names.filter(name => !there.includes(name.toLowerCase()));
  return {
    units: missing(units, existing.units),
    categories: missing(Object.keys(categories), existing.categories),
    sub_categories: Object.entries(categories).flatMap(([category, parts]) =>
      parts
        .filter(name => !existing.sub_categories.includes(`${category}/${name}`.toLowerCase()))
        .map(name => ({ category, name })),
    ),
    expense_categories: missing(expenseCategories, existing.expense_categories),
    new_product: existing.has_defaults
      ? null
      : {
          unit: units[0],
          vat_code: products.vatCode,
          stock_policy: products.stockPolicy,
          reorder_level: inUnits(products.reorderLevel),
          reorder_quantity: inUnits(products.reorderQuantity),
        },
  };
}

const inUnits = (units: number | null): Quantity | null => (units === null ? null : wholeUnits(units));
