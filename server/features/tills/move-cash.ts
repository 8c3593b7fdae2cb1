import { truncateText } from '#domain/kernel/truncate-text';
import { sql } from 'kysely';
import type { ReplyOf } from '#domain/kernel/call';
import { type CalendarDate, londonDate } from '#domain/kernel/dates';
import { type Pence, toPence } from '#domain/kernel/money';
import { vatCode } from '#domain/kernel/vat';
import { canRecoverVat, splitPettyCash } from '#domain/tills/petty-cash';
import { tillCashKindNames } from '#domain/tills/till-cash-kind';
import type { CashMovementWrite } from '#domain/tills/cash-movement';
import type { TillSessionDetail, tills } from '#domain/tills/till.contract';
import { recordAudit } from '../../kernel/audit';
import { ensureOpenDay } from '../../kernel/books-day';
import { isVatRegisteredOn } from '../../kernel/company';
import { lockAccountStatus, systemAccounts } from '../../kernel/ledger';
import { findPaidOutAbove, isKnownToLack } from '../../kernel/tills';
import type { Reader } from '../../platform/database/open-database';
import type { WriteContext } from '../../platform/http/context';
import { ensure, invalid } from '../../platform/http/refusal';
import { accountsOfCategories } from '../expenses';
import { vatRatesOn } from '../products';
import { ensureCanPayOut, recordPaidOutApproval } from './approve-paid-out';
import { getSession } from './get-session';
import { moveDrawerCash } from './move-drawer-cash';
import { lockReceipt } from './petty-cash-receipt';
import { lockSession } from './stored-session';
import { canMoveCash } from './till.rules';

/**
 * Pays cash in or out, or drops it to the safe. No more than the drawer holds, as far as the user may know that: the session
 * is locked, so concurrent movements see each other. Cash paid out above the limit needs approval (rule P15).
 */
export async function moveCash(
  ctx: WriteContext,
  id: number,
  body: CashMovementWrite,
): Promise<TillSessionDetail> {
  const { kind, amount, reason, reference } = body;
  const above = kind === 'paid_out' ? await findPaidOutAbove(ctx, amount) : null;
  // An expense locks its receipt before the till that pays it, too.
  const receipt = await lockReceipt(ctx, body);
  const session = await lockSession(ctx.tx, id);
  ensure(canMoveCash(session));
  const businessDate = londonDate(ctx.now);
  await ensureOpenDay(ctx, businessDate, { field: 'amount' });
  const account = await accountFor(ctx, body);
  const vat = await vatOf(ctx, body, businessDate);
  // First, so that amounts no one has approved do not tell what is in the drawer (rule T2).
  const spent = await ensureCanPayOut(ctx, id, body, above);
  if (kind !== 'paid_in' && (await isKnownToLack(ctx, id, amount)))
    throw invalid({ amount: 'There is not enough cash in the drawer.' });
  const journalId = await moveDrawerCash(ctx, session, {
    kind,
    amount: kind === 'paid_in' ? amount : toPence(0 - amount),
    account,
    businessDate,
    narrative: `${tillCashKindNames[kind]}, ${session.register_name}`,
    // The receipt can be found by its number.
    reason:
      reference === null || reference === undefined ? reason : truncateText(`${reason} (${reference})`, 300),
    vat,
    receipt,
  });
  if (journalId !== null) await recordPaidOutApproval(ctx, journalId, spent);
  note(ctx, session, kind, amount, {
    account,
    reason,
    ...(reference || body.vat_number
      ? { reference: reference ?? null, vat_number: body.vat_number ?? null }
      : {}),
    ...(vat ? { vat_code: vat.code, vat_pence: vat.vat } : {}),
    ...(spent.length > 0 ? { approved_by: spent.map(({ by }) => by) } : {}),
  });
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

type CashAccount = {
  code: string;
  name: string;
  for: 'paid_in' | 'paid_out';
  category_id: number | null;
};

/**
 * The accounts for cash in (the safe, other income) and cash out (cost accounts added by the shop). Accounts
 * the product posts to must agree with their documents, so they are not offered.
 */
const payable = sql<CashAccount>`
  select code, name, "for", category_id from (
    select code, name, case kind when 'expense' then 'paid_out' else 'paid_in' end as "for", null::bigint as category_id
    from accounts where status = 'active' and not is_control
      and (code in ('1010', '4900', '6910') or (kind in ('income', 'expense') and not is_system))
    union all
    select '', name, 'paid_out', id from expense_categories where status = 'active' and account_code is null
  ) payable order by category_id is not null, code, name`;

type CashAccounts = ReplyOf<typeof tills.cashAccounts>;

export async function listCashAccounts(db: Reader, now: Date): Promise<CashAccounts> {
  const { rows } = await payable.execute(db);
  const day = londonDate(now);
  const rateOf = await vatRatesOn(db, day);
  const codes = (await isVatRegisteredOn(db, day)) ? vatCode.options : [];
  return { data: rows, vat_rates: codes.map(code => ({ code, rate: rateOf(code) })) };
}

/** The VAT in cash paid out; none while not registered, when everything is cost (rule V2). */
async function vatOf(ctx: WriteContext, body: CashMovementWrite, day: CalendarDate) {
  if (body.vat_code == null) {
    if (body.vat != null && body.vat > 0) throw invalid({ vat_code: 'Choose the VAT code of the receipt.' });
    return null;
  }
  if (body.kind !== 'paid_out') throw invalid({ vat_code: 'Only cash paid out can have VAT.' });
  if (!(await isVatRegisteredOn(ctx.tx, day))) return null;
  const rate = (await vatRatesOn(ctx.tx, day))(body.vat_code);
  const cash = {
    amount: body.amount,
    vatCode: body.vat_code,
    vat: body.vat ?? null,
    rate,
    reference: body.reference ?? null,
    vatNumber: body.vat_number ?? null,
  };
  ensure(canRecoverVat(cash));
  const { net, vat } = splitPettyCash(cash);
  return { code: body.vat_code, rate, net, vat };
}

async function accountFor(
  ctx: WriteContext,
  { kind, account_code, category_id }: CashMovementWrite,
): Promise<string> {
  const code = account_code ?? null;
  if (category_id != null) {
    if (kind !== 'paid_out' || code !== null)
      throw invalid({ category_id: 'Choose either an account or an expense category.' });
    const { rows } = await sql<{ id: number }>`
      select id from expense_categories where id = ${category_id} and status = 'active'`.execute(ctx.tx);
    if (!rows[0]) throw invalid({ category_id: 'This expense category no longer exists. Choose another.' });
    return (await accountsOfCategories(ctx, [category_id])).get(category_id) ?? '';
  }
  if (kind === 'drop') {
    if (code !== null && code !== systemAccounts.pettyCash)
      throw invalid({ account_code: 'A drop always goes to the safe. Do not choose an account.' });
    return systemAccounts.pettyCash;
  }
  if (code === null) {
    if (kind === 'paid_in') return systemAccounts.pettyCash;
    throw invalid({ account_code: 'Choose what the cash is for.' });
  }
  await lockAccountStatus(ctx.tx, code);
  const { rows: data } = await payable.execute(ctx.tx);
  if (!data.some(account => account.code === code && account.for === kind))
    throw invalid({
      account_code: `Cash cannot be ${kind === 'paid_in' ? 'paid in from' : 'paid out for'} this account. Choose another.`,
    });
  return code;
}
