import { sql } from 'kysely';
import type { CalendarDate } from '#domain/kernel/dates';
import type { Pence } from '#domain/kernel/money';
import { type OpenItem, spread, totalOpen, walletCanPay } from '#domain/wallet/credit';
import type { Reader } from '../../platform/database/open-database';
import type { WriteContext } from '../../platform/http/context';
import { invalid } from '../../platform/http/refusal';
import type { LockedParty } from './lock-parties';
import { type Party, partyColumn } from './party';

/** The unallocated credits of a party, oldest first. */
async function listUnallocated(db: Reader, party: Party): Promise<OpenItem[]> {
  const { rows } = await sql<OpenItem>`
    select id, amount_pence - allocated_pence as open from party_items
    where ${partyColumn(party)} = ${party.id} and side = 'credit' and allocated_pence < amount_pence
    order by business_date, id`.execute(db);
  return rows;
}

/** What a wallet can pay: all unallocated credit, whatever the balance (rule W5). */
export const walletAvailable = async (db: Reader, party: Party): Promise<Pence> =>
  totalOpen(await listUnallocated(db, party));

/** What a customer owes (rule W4). */
export async function outstandingOf(db: Reader, party: Party): Promise<Pence> {
  const { rows } = await sql<{ owed: Pence }>`
    select coalesce(sum(amount_pence - allocated_pence), 0)::bigint as owed from party_items
    where ${partyColumn(party)} = ${party.id} and side = 'debit' and allocated_pence < amount_pence`.execute(
    db,
  );
  return rows[0]?.owed ?? (0 as Pence);
}

type Spending = {
  /** Locked, so that the same credit cannot be spent twice. */
  readonly party: LockedParty;
  /** The debit to pay: an invoice or a pay-out. At least this much of it must be open. */
  readonly debitItemId: number;
  readonly amount: Pence;
  readonly businessDate: CalendarDate;
  /** The field of the form for the error. */
  readonly field?: string;
};

/**
 * Pays a debit item from the party's unallocated credit, oldest first (rule W5). 422 with the available
 * amount if it is less.
 */
export async function spendWallet(ctx: WriteContext, spending: Spending): Promise<void> {
  const { party, debitItemId, amount, businessDate, field = 'amount' } = spending;
  const credits = await creditsFor(ctx, { party, amount, field });
  const { shares } = spread(amount, credits);
  await sql`
    insert into allocations (debit_item_id, credit_item_id, amount_pence, business_date, made_by, made_at)
    select d.id, c.id, share.amount, greatest(${businessDate}::date, d.business_date, c.business_date), ${ctx.actor.id}, ${ctx.now}
    from jsonb_to_recordset(${JSON.stringify(shares)}::jsonb) as share (id bigint, amount bigint)
      join party_items c on c.id = share.id join party_items d on d.id = ${debitItemId}`.execute(ctx.tx);
}

type Payable = Pick<Spending, 'party' | 'amount' | 'field'>;

/** Refuses to spend more than the wallet holds, before anything else about the payment is tested. */
export async function ensureWalletCanPay(ctx: WriteContext, payable: Payable): Promise<void> {
  await creditsFor(ctx, payable);
}

async function creditsFor(ctx: WriteContext, { party, amount, field = 'amount' }: Payable) {
  const credits = await listUnallocated(ctx.tx, party);
  const result = walletCanPay(amount, credits);
  if (!result.allowed) throw invalid({ [field]: result.reason });
  return credits;
}
