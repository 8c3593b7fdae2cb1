import { sql } from 'kysely';
import { lacksPermissionFor, ownDiscountLimit } from '#domain/approvals/when-approval-is-needed';
import { type Holder, hasPermission } from '#domain/kernel/access';
import { formatMoment } from '#domain/kernel/dates';
import type { SellingRights } from '#domain/sales/needs';
import type { PaidSaleWrite } from '#domain/sales/sale.contract';
import { holderColumns } from '../../../kernel/approvals';
import { lockRemaining } from '../../../kernel/parties';
import type { Tx } from '../../../platform/database/open-database';
import type { WriteContext } from '../../../platform/http/context';
import type { Buyer } from '../sale-customer';
import type { Deviation } from './sale-exceptions';
import type { SellingTerms } from '../selling-terms';

export type Cashier = Holder & { readonly id: number; readonly name: string };
type CashierRow = Cashier & { readonly status: string; readonly deactivated_at: Date | null };

/** The cashier with today's permissions, not the user who sends the sale (finding F97). */
export async function findCashier(
  ctx: WriteContext,
  soldBy: number | null | undefined,
): Promise<{ cashier: Cashier; deviations: readonly Deviation[] }> {
  const { rows } = await sql<CashierRow>`
    select u.id, u.name, u.status, ${holderColumns},
      (select max(a.at) from audit_log a where a.record_type = 'user' and a.record_id = u.id and a.action = 'deactivated') as deactivated_at
    from users u where u.id = ${soldBy ?? ctx.actor.id}`.execute(ctx.tx);
  const [cashier] = rows;
  if (!cashier)
    return {
      cashier: ctx.actor,
      deviations: [
        about('cashier', 'The cashier is unknown. Recorded as sold by the user who sent the sale.'),
      ],
    };
  return { cashier, deviations: deviationsOf(cashier) };
}

function deviationsOf({ name, status, deactivated_at: at, ...holder }: CashierRow): Deviation[] {
  if (status !== 'active')
    return [about('cashier', `${name} was deactivated${at ? ` on ${formatMoment(at)}` : ''}.`)];
  if (hasPermission(holder, 'create_sale')) return [];
  return [about('cashier', `${name} no longer has permission to sell.`)];
}

/** The user who sent the sale, also when someone else posts what was kept of it. */
export const findSender = async (ctx: WriteContext, sentBy: number): Promise<Cashier> =>
  sentBy === ctx.actor.id ? ctx.actor : (await findCashier(ctx, sentBy)).cashier;

/**
 * What cashier and sender may both do. The cashier's name is only what the sender says, so it lends no rights; nor does
 * it take away the sale, which leaves an exception.
 */
export const rightsOfBoth = (
  { rights, discountLimit }: Pick<SellingTerms, 'rights' | 'discountLimit'>,
  sender: Holder,
): SellingRights => ({
  ...rights,
  discountLimit: Math.min(rights.discountLimit, Math.max(discountLimit, ownDiscountLimit(sender))),
  canOverridePrice: rights.canOverridePrice && !lacksPermissionFor('price', sender),
  canOverrideDiscount: rights.canOverrideDiscount && !lacksPermissionFor('discount', sender),
  canSellOnAccount: rights.canSellOnAccount && !lacksPermissionFor('credit', sender),
});

const about = (kind: Deviation['kind'], words: string): Deviation => ({ kind, words, amount: null });

type BuyerRow = Buyer & {
  readonly status: string;
  readonly is_erased: boolean;
  readonly asked_name: string | null;
};

/**
 * The customer, or the one they were merged into, locked until the commit. An erased or unknown customer becomes the walk-in
 * customer, unless the sale uses their account or wallet.
 */
export async function findPaidBuyer(
  tx: Tx,
  { customer_id, tenders }: PaidSaleWrite,
): Promise<{ buyer: Buyer; deviations: readonly Deviation[] }> {
  // A merge under way comes first, because the query below would not see it.
  if (customer_id != null) await lockRemaining(tx, customer_id);
  const { rows } = await sql<BuyerRow>`
    select c.id, c.name, nullif(concat_ws(E'\n', c.billing_address, c.billing_postcode), '') as address, c.vat_number,
      c.is_walk_in, coalesce(c.delivery_country, c.country) as delivery_country, c.price_group_id, c.payment_terms_days, c.credit_limit_pence as credit_limit, c.status,
      c.erased_at is not null as is_erased, a.name as asked_name
    from customers c left join customers a on a.id = ${customer_id ?? null}::bigint and c.id = coalesce(a.merged_into_id, a.id)
    where c.is_walk_in or a.id is not null order by a.id is null
    for key share of c`.execute(tx);
  const walkIn = rows.find(({ is_walk_in }) => is_walk_in) as BuyerRow;
  const named = rows.find(({ asked_name }) => asked_name !== null);
  if (customer_id == null) return { buyer: walkIn, deviations: [] };
  if (!named)
    return {
      buyer: walkIn,
      deviations: [about('customer', 'The customer is unknown. Posted to the walk-in customer.')],
    };
  const isOwed = tenders.some(({ method }) => method === 'account' || method === 'wallet');
  if (named.is_erased && !isOwed)
    return {
      buyer: walkIn,
      deviations: [
        about('customer', 'The customer’s personal data was erased. Posted to the walk-in customer.'),
      ],
    };
  if (named.id !== customer_id)
    return {
      buyer: named,
      // Exceptions stay as they are, so they do not name a customer, who may be erased (rule K3). Their sale does.
      deviations: [about('customer', 'The customer was merged into another. Posted to that customer.')],
    };
  return {
    buyer: named,
    deviations: named.status === 'active' ? [] : [about('customer', 'The customer is inactive.')],
  };
}
