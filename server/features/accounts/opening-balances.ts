import type { OpeningItem, openingBalances } from '#domain/accounts/account.contract';
import type { BodyOf } from '#domain/kernel/call';
import { londonDate } from '#domain/kernel/dates';
import { recordAudit } from '../../kernel/audit';
import { ensureOpenDay } from '../../kernel/books-day';
import { nextNumber } from '../../kernel/documents';
import { credit, debit, type JournalLine, postJournal, systemAccounts } from '../../kernel/ledger';
import { lockParty, openItem } from '../../kernel/parties';
import { violatedConstraint } from '../../platform/database/transaction';
import type { WriteContext } from '../../platform/http/context';
import { ensureFound, invalid } from '../../platform/http/refusal';
import { findAccount, findOpeningItem } from './accounts.queries';

const { openingSuspense, tradeCreditors } = systemAccounts;
type Item = {
  readonly businessDate: string;
  readonly narrative: string;
  readonly reason: string | null;
  readonly lines: readonly JournalLine[];
};

/** Enters the opening balance of an account against suspense (rule L9). It creates no VAT entry. */
export async function openAccount(
  ctx: WriteContext,
  body: BodyOf<typeof openingBalances.addAccount>,
): Promise<OpeningItem> {
  const businessDate = body.business_date ?? londonDate(ctx.now);
  await ensureOpenDay(ctx, businessDate, { reason: body.date_reason ?? null });
  const account = await findAccount(ctx.tx, body.account);
  if (!account || account.status !== 'active')
    throw invalid({ account: `There is no active account ${body.account}.` });
  if (account.code === openingSuspense)
    throw invalid({ account: 'Choose the account that the balance belongs to.' });
  const hasLedger =
    account.is_control &&
    account.code !== systemAccounts.outputVat &&
    account.code !== systemAccounts.inputVat;
  if (hasLedger)
    throw invalid({
      account: `${account.code} ${account.name} is a control account. Enter its bills or its stock one by one.`,
    });
  const lines =
    body.side === 'debit'
      ? [debit(account.code, body.amount), credit(openingSuspense, body.amount)]
      : [debit(openingSuspense, body.amount), credit(account.code, body.amount)];
  const narrative = `Opening balance of ${account.code} ${account.name}`;
  const { id } = await postOpening(ctx, { businessDate, narrative, reason: body.date_reason ?? null, lines });
  return itemOf(ctx, id);
}

/**
 * Enters a bill that was unpaid when the books began: it is on the supplier's ledger and is paid like any
 * other.
 */
export async function openBill(
  ctx: WriteContext,
  body: BodyOf<typeof openingBalances.addBill>,
): Promise<OpeningItem> {
  const businessDate = body.business_date ?? londonDate(ctx.now);
  await ensureOpenDay(ctx, businessDate, { reason: body.date_reason ?? null });
  if (body.bill_date > businessDate)
    throw invalid({ bill_date: 'The bill date must be on or before the date of this entry.' });
  if (body.due_on < body.bill_date)
    throw invalid({ due_on: 'The due date must be on or after the bill date.' });
  const supplier = await ctx.tx
    .selectFrom('suppliers')
    .select('name')
    .where('id', '=', body.supplier_id)
    .forShare()
    .executeTakeFirst();
  if (!supplier) throw invalid({ supplier_id: 'This supplier no longer exists. Choose another one.' });
  const party = { kind: 'supplier', id: body.supplier_id } as const;
  await lockParty(ctx.tx, party);
  const bill = await insertBill(ctx, body, supplier.name);
  const narrative = `Opening bill ${body.supplier_bill_number} from ${supplier.name}`;
  const lines = [debit(openingSuspense, body.amount), credit(tradeCreditors, body.amount, { party })];
  const document = { type: 'supplier_bill', id: bill.id, number: bill.number };
  const { id } = await postOpening(
    ctx,
    { businessDate, narrative, reason: body.date_reason ?? null, lines },
    document,
  );
  await openItem(ctx, {
    party,
    side: 'credit',
    kind: 'opening',
    description: `Bill ${body.supplier_bill_number}`,
    document,
    businessDate,
    dueOn: body.due_on,
    amount: body.amount,
    journalId: id,
  });
  return itemOf(ctx, id);
}

async function insertBill(ctx: WriteContext, body: BodyOf<typeof openingBalances.addBill>, supplier: string) {
  const number = await nextNumber(ctx.tx, 'BILL');
  try {
    const { id } = await ctx.tx
      .insertInto('supplier_bills')
      .values({
        number,
        kind: 'opening',
        supplier_id: body.supplier_id,
        supplier_bill_number: body.supplier_bill_number,
        bill_date: body.bill_date,
        due_on: body.due_on,
        net_pence: body.amount,
        vat_pence: 0,
        gross_pence: body.amount,
        posted_by: ctx.actor.id,
        posted_at: ctx.now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id, number };
  } catch (error) {
    if (violatedConstraint(error) !== 'supplier_bills_are_entered_once') throw error;
    throw invalid({
      supplier_bill_number: `Bill ${body.supplier_bill_number} from ${supplier} has already been entered.`,
    });
  }
}

async function postOpening(
  ctx: WriteContext,
  item: Item,
  document?: { type: string; id: number; number: string },
) {
  const number = document ? null : await nextNumber(ctx.tx, 'OPEN');
  const journal = await postJournal(ctx, {
    ...item,
    kind: 'opening',
    document: document ?? { type: 'opening_item', id: Number(number?.split('-')[1]), number },
  });
  const id = journal?.id ?? 0;
  recordAudit(ctx, {
    action: 'posted',
    recordType: 'journal',
    recordId: id,
    recordName: item.narrative,
    after: { on: item.businessDate },
  });
  return { id };
}

const itemOf = async (ctx: WriteContext, journalId: number): Promise<OpeningItem> =>
  ensureFound(await findOpeningItem(ctx.tx, journalId), 'Opening item');
