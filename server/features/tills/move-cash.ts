import { sql } from 'kysely';
import { londonDate } from '#domain/kernel/dates';
import { type Pence, toPence } from '#domain/kernel/money';
import { tillCashKindNames } from '#domain/tills/till-cash-kind';
import type { CashMovementWrite, TillSessionDetail } from '#domain/tills/till.contract';
import { recordAudit } from '../../kernel/audit';
import { ensureOpenDay } from '../../kernel/books-day';
import { systemAccounts } from '../../kernel/ledger';
import { expectedCash } from '../../kernel/tills';
import type { Reader } from '../../platform/database/open-database';
import type { WriteContext } from '../../platform/http/context';
import { ensure, invalid } from '../../platform/http/refusal';
import { getSession } from './get-session';
import { moveDrawerCash } from './move-drawer-cash';
import { lockSession } from './stored-session';
import { canMoveCash } from './till.rules';

/**
 * Pays cash in or out, or drops it to the safe. No more leaves a drawer than is in it; the session is locked, so that
 * two who empty it at once see each other.
 */
export async function moveCash(
  ctx: WriteContext,
  id: number,
  { kind, amount, account_code, reason }: CashMovementWrite,
): Promise<TillSessionDetail> {
  const session = await lockSession(ctx.tx, id);
  ensure(canMoveCash(session));
  const businessDate = londonDate(ctx.now);
  await ensureOpenDay(ctx, businessDate, { field: 'amount' });
  const account = await accountFor(ctx.tx, kind, account_code ?? null);
  if (kind !== 'paid_in' && amount > (await expectedCash(ctx.tx, id)))
    throw invalid({ amount: 'There is not as much in the drawer.' });
  await moveDrawerCash(ctx, session, {
    kind,
    amount: kind === 'paid_in' ? amount : toPence(0 - amount),
    account,
    businessDate,
    narrative: `${tillCashKindNames[kind]}, ${session.register_name}`,
    reason,
  });
  note(ctx, session, kind, amount, { account, reason });
  return getSession(ctx.tx, id, ctx.actor);
}

function note(
  ctx: WriteContext,
  session: { id: number; register_name: string },
  kind: CashMovementWrite['kind'],
  amount: Pence,
  more: Readonly<Record<string, unknown>>,
): void {
  recordAudit(ctx, {
    action: kind,
    recordType: 'till_session',
    recordId: session.id,
    recordName: session.register_name,
    after: { amount_pence: amount, ...more },
  });
}

type CashAccount = { code: string; name: string; for: 'paid_in' | 'paid_out' };

/**
 * What cash may be paid in from, or out for: the safe and other income, or a cost that the shop has added. Accounts that
 * the product posts to by itself keep agreeing with their documents, so nobody pays into or out of them here.
 */
const payable = sql<CashAccount>`
  select code, name, case kind when 'expense' then 'paid_out' else 'paid_in' end as for from accounts
  where status = 'active' and not is_control and (code in ('1010', '4900') or (kind in ('income', 'expense') and not is_system))
  order by code`;

export async function listCashAccounts(db: Reader): Promise<{ data: CashAccount[] }> {
  const { rows } = await payable.execute(db);
  return { data: rows };
}

async function accountFor(db: Reader, kind: CashMovementWrite['kind'], code: string | null): Promise<string> {
  if (kind === 'drop') {
    if (code !== null && code !== systemAccounts.pettyCash)
      throw invalid({ account_code: 'A drop goes to the safe. Leave the account out.' });
    return systemAccounts.pettyCash;
  }
  if (code === null) {
    if (kind === 'paid_in') return systemAccounts.pettyCash;
    throw invalid({ account_code: 'Choose what it is paid out for.' });
  }
  const { data } = await listCashAccounts(db);
  if (!data.some(account => account.code === code && account.for === kind))
    throw invalid({
      account_code: `Cash cannot be ${kind === 'paid_in' ? 'paid in from' : 'paid out for'} this account. Choose another one.`,
    });
  return code;
}
