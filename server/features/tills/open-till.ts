import { sql } from 'kysely';
import type { BodyOf } from '#domain/kernel/call';
import { formatMoment, londonDate } from '#domain/kernel/dates';
import type { Pence } from '#domain/kernel/money';
import type { TillSessionDetail, tills } from '#domain/tills/till.contract';
import { recordAudit } from '../../kernel/audit';
import { ensureOpenDay } from '../../kernel/books-day';
import { systemAccounts } from '../../kernel/ledger';
import type { WriteContext } from '../../platform/http/context';
import { conflict, invalid } from '../../platform/http/refusal';
import { insertedId } from '../../platform/database/inserted-id';
import { getSession } from './get-session';
import { moveDrawerCash } from './move-drawer-cash';
import { lockRegister } from './registers.queries';
import { countedOf } from './till.rules';

/**
 * Opens a till with a float from the safe (L row "Float in"). A register has one open session; a second
 * caller gets 409 with the user who opened it.
 */
export async function openTill(
  ctx: WriteContext,
  { register_id, ...count }: BodyOf<typeof tills.open>,
): Promise<TillSessionDetail> {
  const register = await lockRegister(ctx.tx, register_id);
  if (!register) throw invalid({ register_id: 'This register no longer exists. Choose another.' });
  if (register.status === 'inactive')
    throw invalid({ register_id: `${register.name} is inactive. Choose another register.` });
  await ensureRegisterFree(ctx, register);
  const businessDate = londonDate(ctx.now);
  await ensureOpenDay(ctx, businessDate, { field: 'register_id' });
  const float = countedOf(count);
  const id = await insert(ctx, register_id, businessDate, float);
  await moveDrawerCash(
    ctx,
    { id },
    {
      kind: 'float',
      amount: float,
      account: systemAccounts.pettyCash,
      businessDate,
      narrative: `Float of ${register.name}`,
    },
  );
  recordAudit(ctx, {
    action: 'opened',
    recordType: 'till_session',
    recordId: id,
    recordName: register.name,
    after: { float_pence: float, ...(count.pieces ? { pieces: count.pieces } : {}) },
  });
  return getSession(ctx.tx, id, ctx.actor);
}

async function ensureRegisterFree(ctx: WriteContext, register: { id: number; name: string }): Promise<void> {
  const { rows } = await sql<{ id: number; opened_by: string; opened_at: Date }>`
    select s.id, u.name as opened_by, s.opened_at from till_sessions s join users u on u.id = s.opened_by
    where s.register_id = ${register.id} and s.status <> 'closed' and s.late_of_id is null`.execute(ctx.tx);
  const [open] = rows;
  if (!open) return;
  throw conflict(
    `${register.name} is already open. ${open.opened_by} opened it on ${formatMoment(open.opened_at)}.`,
    { session_id: open.id, opened_by: open.opened_by },
  );
}

async function insert(ctx: WriteContext, registerId: number, date: string, float: Pence): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into till_sessions (register_id, opened_by, opened_at, business_date, opening_float_pence)
    values (${registerId}, ${ctx.actor.id}, ${ctx.now}, ${date}, ${float}) returning id`.execute(ctx.tx);
  return insertedId(rows);
}
