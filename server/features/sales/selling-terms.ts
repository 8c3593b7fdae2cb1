import { sql } from 'kysely';
import { lacksPermissionFor, ownDiscountLimit } from '#domain/approvals/when-approval-is-needed';
import type { Holder } from '#domain/kernel/access';
import type { CalendarDate } from '#domain/kernel/dates';
import { isRegisteredOn, type VatRegistration } from '#domain/kernel/vat-registration';
import type { SellingRights } from '#domain/sales/needs';
import type { PaymentRules } from '#domain/settings/payment-methods.contract';
import type { SellingSettings } from '#domain/tills/selling-settings.contract';
import { companyFrom } from '../../kernel/company';
import { paymentSetting } from '../../kernel/tills';
import { preparedStatement } from '../../platform/database/prepared-statement';
import { ask, type Question } from '../../platform/database/send-together';
import type { Reader } from '../../platform/database/open-database';
import type { Seller } from './sale-to-post';

export type SellingTerms = {
  /** The seller on the document. The VAT number only while registered (rules V2, V23, K5). */
  readonly seller: Seller;
  readonly isRegistered: boolean;
  /** What the cashier may do without approval, by permissions and settings. */
  readonly rights: SellingRights;
  /** The discount that everyone may give, in hundredths of a per cent. */
  readonly discountLimit: number;
  /** The accepted payment methods. */
  readonly payment: PaymentRules;
};

type Firm = VatRegistration & { readonly vat_number: string | null; readonly company: unknown };
type Row = Firm & Pick<SellingSettings, 'below_cost' | 'discount_limit'> & { readonly payment: unknown };

const firm = sql`v.is_registered, v.registered_from, v.registered_until, v.vat_number,
  (select value from settings where key = 'company') as company`;

/** The seller on a document of a date. */
export async function findSeller(db: Reader, date: CalendarDate): Promise<Seller> {
  const { rows } = await sql<Firm>`select ${firm} from vat_registration v`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('The VAT registration has one row');
  return sellerOf(row, date);
}

function sellerOf(row: Firm, date: CalendarDate): Seller {
  const { name, lines } = companyFrom(row.company);
  return { name, lines, vat_number: isRegisteredOn(row, date) ? row.vat_number : null };
}

/** The sales settings on a date, read in one statement. */
export const findSellingTerms = (db: Reader, actor: Holder, date: CalendarDate): Promise<SellingTerms> =>
  ask(db, findingSellingTerms(actor, date));

/** The same, to be asked with other questions. */
export const findingSellingTerms = (actor: Holder, date: CalendarDate): Question<Row, SellingTerms> => ({
  statement: sql<Row>`${preparedStatement}
    select (s.discount_limit * 100)::integer as discount_limit, s.below_cost, ${firm},
      (select value from settings where key = ${paymentSetting.key}) as payment
    from selling_settings s cross join vat_registration v`,
  answer: ([row]) => termsFrom(row, actor, date),
});

function termsFrom(row: Row | undefined, actor: Holder, date: CalendarDate): SellingTerms {
  if (!row) throw new Error('The settings of selling have one row');
  return {
    seller: sellerOf(row, date),
    isRegistered: isRegisteredOn(row, date),
    payment: paymentSetting.stored.parse(row.payment),
    discountLimit: row.discount_limit,
    rights: {
      canOverridePrice: !lacksPermissionFor('price', actor),
      canOverrideDiscount: !lacksPermissionFor('discount', actor),
      canSellOnAccount: !lacksPermissionFor('credit', actor),
      discountLimit: Math.max(row.discount_limit, ownDiscountLimit(actor)),
      belowCostNeedsApproval: row.below_cost === 'approve',
    },
  };
}
