import { sql } from 'kysely';
import { hasPermission } from '#domain/kernel/access';
import type { BodyOf, ReplyOf } from '#domain/kernel/call';
import type { Permission } from '#domain/kernel/permissions';
import { permissionToApprove } from '#domain/approvals/approval-need';
import { ownDiscountLimit } from '#domain/approvals/when-approval-is-needed';
import type { Cashier, cashiers } from '#domain/tills/cashier.contract';
import { holderColumns } from '../../kernel/approvals';
import { recordAudit } from '../../kernel/audit';
import type { Reader } from '../../platform/database/open-database';
import type { WriteContext } from '../../platform/http/context';
import { forbidden, Refusal } from '../../platform/http/refusal';
import { openCashierSession, signedInBy } from '../session';
import { checkPin, canUsePin } from './pins';
import { recordTillEvent } from './till-events';

type Row = {
  readonly id: number;
  readonly name: string;
  readonly roles: readonly { readonly name: string }[];
  readonly permissions: readonly Permission[];
  readonly discount_limit: number | null;
};

const kinds = Object.keys(permissionToApprove) as (keyof typeof permissionToApprove)[];

/** Users with a PIN who can sell or approve, by name; `only` limits it to one. */
async function findCashiers(db: Reader, only?: number): Promise<Cashier[]> {
  const { rows } = await sql<Row>`
    select u.id, u.name, ${holderColumns}
    from users u join user_pins p on p.user_id = u.id
    where ${canUsePin} ${only === undefined ? sql`` : sql`and u.id = ${only}`}
    order by u.name, u.id`.execute(db);
  return rows
    .map(({ id, name, ...holder }) => ({
      id,
      name,
      // Without the second they would be led out of the till again.
      may_sell: hasPermission(holder, 'create_sale') && hasPermission(holder, 'view_pos'),
      may_approve: kinds.filter(kind => hasPermission(holder, permissionToApprove[kind])),
      may_approve_differences: hasPermission(holder, 'approve_variance'),
      discount_limit: ownDiscountLimit(holder),
    }))
    .filter(
      ({ may_sell, may_approve, may_approve_differences, discount_limit }) =>
        may_sell || may_approve.length > 0 || may_approve_differences || discount_limit > 0,
    );
}

export const listCashiers = async (db: Reader) => ({ data: await findCashiers(db) });

/** What a user with a PIN can do at a till; none for users who can neither sell nor approve. */
export const findCashier = async (db: Reader, id: number): Promise<Cashier | undefined> =>
  (await findCashiers(db, id))[0];

/**
 * Changes the cashier of a device by PIN: a new session that only allows selling and ends with the device's
 * session (decision 039). Signs out an earlier cashier.
 */
export async function changeCashier(
  ctx: WriteContext,
  { user_id, pin, session_id }: BodyOf<typeof cashiers.change>,
): Promise<ReplyOf<typeof cashiers.change> | Refusal> {
  const user = await checkPin(ctx, user_id, pin);
  if (user instanceof Refusal) return user;
  const cashier = await findCashier(ctx.tx, user_id);
  if (!cashier?.may_sell) throw forbidden(`${user.name} does not have permission to sell.`);
  const token = await openCashierSession(ctx, user_id);
  const asCashier = { ...ctx, actor: { ...ctx.actor, id: user.id, name: user.name } };
  if (session_id != null)
    await recordTillEvent(asCashier, session_id, { kind: 'cashier_changed', note: null });
  recordAudit(ctx, {
    action: 'signed_in_by_pin',
    recordType: 'session',
    recordId: user.id,
    recordName: user.name,
    after: { at_device_of: ctx.actor.id },
    actor: user,
  });
  return signedInBy(ctx, token);
}
