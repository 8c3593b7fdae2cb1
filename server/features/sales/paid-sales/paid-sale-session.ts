import { sql } from 'kysely';
import type { PaidSaleWrite } from '#domain/sales/sale.contract';
import { lateSessionFor } from '../../../kernel/tills';
import type { WriteContext } from '../../../platform/http/context';
import { invalid } from '../../../platform/http/refusal';
import type { Deviation } from './sale-exceptions';

type TillSessionFound = {
  readonly sessionId: number | null;
  readonly openedAt: Date | undefined;
  readonly deviations: readonly Deviation[];
};

/**
 * The session whose drawer took the money: the one it was sold in, even while being counted, or the late
 * session after a closed one (rule D7). For an unknown session, the register's last one.
 */
export async function sessionOfPaidSale(ctx: WriteContext, body: PaidSaleWrite): Promise<TillSessionFound> {
  if (body.session_id == null) {
    if (body.tenders.some(({ method }) => method === 'cash'))
      throw invalid({ session_id: 'Cash was taken without a till session.' });
    return { sessionId: null, openedAt: undefined, deviations: [] };
  }
  const { rows } = await sql<{ id: number; opened_at: Date }>`
    select id, opened_at from till_sessions where id = ${body.session_id}`.execute(ctx.tx);
  const [session] = rows;
  if (!session) return unknownSession(ctx, body);
  const id = await lockSessionFor(ctx, session.id);
  const late: Deviation = {
    kind: 'session',
    words: 'The till session was closed before the sale arrived. Its money is in a late sales session.',
    amount: null,
  };
  return { sessionId: id, openedAt: session.opened_at, deviations: id === session.id ? [] : [late] };
}

async function unknownSession(ctx: WriteContext, { device_id }: PaidSaleWrite): Promise<TillSessionFound> {
  const { rows } = await sql<{ id: number }>`
    select s.id from till_sessions s join till_devices d on d.register_id = s.register_id
    where d.id = ${device_id ?? null}::uuid order by s.id desc limit 1`.execute(ctx.tx);
  const [last] = rows;
  if (!last) throw invalid({ session_id: 'The till session is unknown.' });
  return {
    sessionId: await lockSessionFor(ctx, last.id),
    openedAt: undefined,
    deviations: [
      {
        kind: 'session',
        words: 'The till session is unknown. Its money is in the register’s last session.',
        amount: null,
      },
    ],
  };
}

/**
 * Locks the session that takes the money, so that it is not closed before the commit. The cash expected in one that is being
 * counted has changed, so it must be counted again.
 */
async function lockSessionFor(ctx: WriteContext, sessionId: number): Promise<number> {
  for (;;) {
    const id = await lateSessionFor(ctx, sessionId);
    const { rows: counting } = await sql`
      update till_sessions set version = version + 1 where id = ${id} and status = 'counting' returning id`.execute(
      ctx.tx,
    );
    if (counting.length > 0) return id;
    const { rows: open } = await sql`
      select from till_sessions where id = ${id} and status = 'open' for share`.execute(ctx.tx);
    // Otherwise it was closed, or its count was started, since it was found.
    if (open.length > 0) return id;
  }
}
