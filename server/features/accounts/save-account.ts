import { sql } from 'kysely';
import { type Account, type accounts, longTermNames } from '#domain/accounts/account.contract';
import type { BodyOf } from '#domain/kernel/call';
import { recordAudit, recordEdit } from '../../kernel/audit';
import { findStoredRules } from '../../kernel/tills';
import { violatedConstraint } from '../../platform/database/database-errors';
import type { WriteContext } from '../../platform/http/context';
import { conflict, ensureFound, invalid } from '../../platform/http/refusal';
import { findAccount, lockAccount } from './accounts.queries';

const normalSide = {
  asset: 'debit',
  expense: 'debit',
  liability: 'credit',
  equity: 'credit',
  income: 'credit',
} as const;

/** Adds an account to the chart. 422 if its code or name is taken. */
export async function createAccount(
  ctx: WriteContext,
  body: BodyOf<typeof accounts.create>,
): Promise<Account> {
  ensureMayBeLongTerm(body, { kind: body.kind, is_system: false });
  await withFieldErrors(
    sql`insert into accounts (code, name, kind, normal_side, is_long_term, created_at, updated_at)
      values (${body.code}, ${body.name}, ${body.kind}, ${normalSide[body.kind]}, ${body.is_long_term}, ${ctx.now}, ${ctx.now})`.execute(
      ctx.tx,
    ),
  );
  recordAudit(ctx, {
    action: 'created',
    recordType: 'account',
    recordId: Number(body.code),
    recordName: `${body.code} ${body.name}`,
    after: { ...body },
  });
  return ensureFound(await findAccount(ctx.tx, body.code), 'Account');
}

/** Renames an account or makes it inactive; system accounts stay active. */
export async function editAccount(
  ctx: WriteContext,
  number: number,
  body: BodyOf<typeof accounts.update>,
): Promise<Account> {
  const code = String(number);
  const before = ensureFound(await lockAccount(ctx.tx, code), 'Account');
  if (body.version !== undefined && body.version !== before.version)
    throw conflict('This account changed while you were editing it. Compare and save again.', before);
  if (before.is_system && body.status !== 'active')
    throw invalid({
      status: `Counterfoil posts to ${code} ${before.name} automatically, so it must stay active.`,
    });
  const becomesInactive = body.status === 'inactive' && before.status === 'active';
  if (becomesInactive && (await holdsCustomerMoney(ctx, code)))
    throw invalid({
      status: `A payment method uses ${code} ${before.name}. Choose another account for it in the settings first.`,
    });
  const category = becomesInactive && (await findCategoryOf(ctx, code));
  if (category)
    throw invalid({
      status: `Expenses of ${category} post to ${code} ${before.name}. Make that expense category inactive first.`,
    });
  if (becomesInactive && before.balance !== 0)
    throw invalid({ status: `${code} ${before.name} still has a balance. Bring it to zero first.` });
  ensureMayBeLongTerm(body, before);
  await withFieldErrors(
    sql`update accounts set name = ${body.name}, status = ${body.status}, is_long_term = ${body.is_long_term}, version = version + 1, updated_at = ${ctx.now}
      where code = ${code}`.execute(ctx.tx),
  );
  const { name, status, is_long_term } = body;
  recordEdit(
    ctx,
    { type: 'account', id: number, name: `${code} ${name}` },
    { name: before.name, status: before.status, is_long_term: before.is_long_term },
    { name, status, is_long_term },
  );
  return ensureFound(await findAccount(ctx.tx, code), 'Account');
}

function ensureMayBeLongTerm(
  { is_long_term }: { readonly is_long_term: boolean },
  { kind, is_system }: Pick<Account, 'kind' | 'is_system'>,
): void {
  if (is_long_term && (is_system || !longTermNames[kind]))
    throw invalid({ is_long_term: 'Only assets and liabilities that you added yourself can be long-term.' });
}

const holdsCustomerMoney = async (ctx: WriteContext, code: string): Promise<boolean> =>
  Object.values(await findStoredRules(ctx.tx)).some(({ account }) => account === code);

/** An active expense category whose expenses post to this account (rule L3). */
async function findCategoryOf(ctx: WriteContext, code: string): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select name from expense_categories where account_code = ${code} and status = 'active' order by name limit 1`.execute(
    ctx.tx,
  );
  return rows[0]?.name;
}

async function withFieldErrors(change: Promise<unknown>): Promise<void> {
  try {
    await change;
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (constraint === 'accounts_pkey')
      throw invalid({ code: 'Another account has this code. Choose another.' });
    if (constraint === 'accounts_name_is_taken')
      throw invalid({ name: 'Another account has this name. Choose another.' });
    throw error;
  }
}
