import type { ReplyOf } from '#domain/kernel/call';
import { londonDate } from '#domain/kernel/dates';
import { vatCode } from '#domain/kernel/vat';
import type { CatalogueHead, pos } from '#domain/pos/pos.contract';
import { findLogo, findReceiptLayout, isVatRegisteredOn } from '../../kernel/company';
import { findPrefixesOf } from '../../kernel/documents';
import { findWholeUnits } from '../../kernel/stock';
import { findPaymentRules, findSellingSettings } from '../../kernel/tills';
import type { Reader } from '../../platform/database/open-database';
import { vatRatesOn } from '../products';
import { findSeller } from '../sales';
import {
  type Changes,
  countActiveProducts,
  findBreaks,
  findCatalogueProducts,
  findCategories,
  findGroupPrices,
  findGroups,
  findPromotions,
  completeUntil,
} from './catalogue.queries';
import { countTillCustomers, findTillCustomers } from './till-customers.queries';

/** A page of the till catalogue; with `since` only the changes. */
export async function readCatalogue(
  db: Reader,
  changes: Changes,
  now: Date,
): Promise<ReplyOf<typeof pos.catalogue>> {
  // Before reading rows, so that no change is lost between two replies.
  const as_of = await completeUntil(db, now);
  const page = await findCatalogueProducts(db, changes);
  const ids = page.products.map(([id]) => id);
  return {
    as_of,
    now,
    ...page,
    head: changes.after === undefined ? await readHead(db, now) : null,
    group_prices: ids.length === 0 ? [] : await findGroupPrices(db, ids),
    breaks: ids.length === 0 ? [] : await findBreaks(db, ids),
  };
}

async function readHead(db: Reader, now: Date): Promise<CatalogueHead> {
  const date = londonDate(now);
  const rateOf = await vatRatesOn(db, date);
  // A company that is not registered charges no VAT (rule V2).
  const isRegistered = await isVatRegisteredOn(db, date);
  const { discount_limit, desk_price_mode } = await findSellingSettings(db);
  const layout = await findReceiptLayout(db);
  const logo = layout.shows_logo ? await findLogo(db) : null;
  return {
    date,
    products: await countActiveProducts(db),
    rates: vatCode.options.map(code => ({ vat_code: code, percent: isRegistered ? rateOf(code) : 0 })),
    groups: await findGroups(db),
    categories: await findCategories(db),
    whole_units: (await findWholeUnits(db)).map(({ name }) => name),
    promotions: await findPromotions(db, date),
    number_prefixes: await findNumberPrefixes(db),
    discount_limit,
    desk_price_mode,
    payment: await findPaymentRules(db),
    receipt: { ...layout, logo: logo?.address ?? null },
    seller: await findSeller(db, date),
  };
}

async function findNumberPrefixes(db: Reader): Promise<CatalogueHead['number_prefixes']> {
  const { INV, CN, RCT } = await findPrefixesOf(db, ['INV', 'CN', 'RCT']);
  return { sales: [...INV, ...CN], payments: RCT };
}

/** A page of the till customers; with `since` only the changes. */
export async function readTillCustomers(
  db: Reader,
  changes: Changes,
  now: Date,
): Promise<ReplyOf<typeof pos.customers>> {
  const as_of = await completeUntil(db, now);
  return { as_of, total: await countTillCustomers(db), ...(await findTillCustomers(db, changes)) };
}
