import { hasPermission } from '#domain/kernel/access';
import type { CalendarDate } from '#domain/kernel/dates';
import type { SellingRights } from '#domain/sales/needs';
import { findCompany, isVatRegisteredOn } from '../../kernel/company';
import { findSellingSettings } from '../../kernel/tills';
import type { Reader } from '../../platform/database/open-database';
import type { Actor } from '../../platform/http/actor';
import type { Seller } from './sale-to-post';

/** Who sells, as the document bears it: the VAT number only while the firm is registered (rules V2, V23, K5). */
export async function findSeller(db: Reader, date: CalendarDate): Promise<Seller> {
  const { name, lines } = await findCompany(db);
  const registration = await db.selectFrom('vat_registration').select('vat_number').executeTakeFirstOrThrow();
  const isRegistered = await isVatRegisteredOn(db, date);
  return { name, lines, vat_number: isRegistered ? registration.vat_number : null };
}

/** What somebody may do alone when selling, by their rights and the settings of the shop. */
export async function findSellingRights(db: Reader, actor: Actor): Promise<SellingRights> {
  const settings = await findSellingSettings(db);
  return {
    mayOverridePrice: hasPermission(actor, 'override_price'),
    mayOverrideDiscount: hasPermission(actor, 'override_discount'),
    maySellOnAccount: hasPermission(actor, 'sell_on_account'),
    discountLimit: settings.discount_limit,
    belowCostNeedsApproval: settings.below_cost === 'approve',
  };
}
