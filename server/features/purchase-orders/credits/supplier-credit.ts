import { sql } from 'kysely';
import type { BodyOf, ReplyOf } from '#domain/kernel/call';
import type { CalendarDate } from '#domain/kernel/dates';
import { formatPounds, maxPence, type Pence, sum, toPence } from '#domain/kernel/money';
import type { VatCode, VatRate } from '#domain/kernel/vat';
import { reverseChargeEntries } from '#domain/purchase-orders/reverse-charge';
import { allocate as share } from '#domain/kernel/line-amounts';
import type { supplierDocuments } from '#domain/purchase-orders/supplier-document.contract';
import { recordAudit } from '../../../kernel/audit';
import { ensurePostingDay } from '../../../kernel/books-day';
import { recoveredVat } from '../bills/recovered-vat';
import { ensureReverseCharge, ensureSameTreatment, selfCharged } from '../bills/reverse-charge';
import { nextNumber } from '../../../kernel/documents';
import {
  credit,
  debit,
  type JournalLine,
  postRequiredJournal,
  systemAccounts,
  type VatEntry,
} from '../../../kernel/ledger';
import { type LockedParty, openItem } from '../../../kernel/parties';
import { violatedConstraint } from '../../../platform/database/database-errors';
import { anyOf, preparedStatement } from '../../../platform/database/prepared-statement';
import type { WriteContext } from '../../../platform/http/context';
import { invalid } from '../../../platform/http/refusal';
import { vatRatesOn } from '../../products';
import { ensureNotBeforeBill, ensureNotBeforeReceipt } from './credit-dates';
import { ensureCreditedVat } from '../bills/ensure-printed-vat';
import { costOf, creditableCost, ensureGoodsCovered } from './goods-of-credit';
import { lockSupplierForDocument } from '../bills/lock-supplier-for-document';
import { ensureLineAccounts } from '../bills/line-accounts';
import { lockSupplierLedger } from '../bills/post-bill';
import { type Posting, spreadLateCost } from '../bills/price-difference';
import { isOfOrder, settleBillsNamed } from './settle-named-bills';
import {
  type CreditableBill,
  findBilledGoods,
  findCreditable,
  findReturnByTheirs,
} from '../supplier-documents.queries';

type Body = BodyOf<typeof supplierDocuments.credit>;
type Posted = ReplyOf<typeof supplierDocuments.credit>;
type Head = { readonly id: number; readonly number: string; readonly gross: Pence; readonly on: string };

/**
 * Records a supplier credit note of any amount (rules P4, P13, V18). A line with an account posts there; a
 * line without lowers the cost of the goods on the bills named, in stock as far as they are left (rule I11).
 * Amounts named against bills settle them; the rest is credit on account.
 */
export async function recordCredit(ctx: WriteContext, body: Body): Promise<Posted> {
  const supplier = await lockSupplierForDocument(ctx.tx, body.supplier_id);
  await ensureLineAccounts(ctx.tx, body.lines);
  const { on, reason } = await ensurePostingDay(ctx, body.credit_date, {
    field: 'credit_date',
    reason: body.date_reason,
  });
  await lockOrdersOf(ctx, body.bills);
  const party = await lockSupplierLedger(ctx, supplier.id);
  const bills = await findCreditable(
    ctx.tx,
    body.bills.map(({ bill_id }) => bill_id),
  );
  const gross = toPence(sum(body.lines.map(line => line.net)) + sum(body.lines.map(line => line.vat)));
  if (gross > maxPence)
    throw invalid({ lines: `A credit note cannot be more than ${formatPounds(maxPence)}.` });
  ensureBills(body, bills, gross);
  ensureNotBeforeBill({ date: body.credit_date, on }, [...bills.values()], 'credit_date');
  const theirs = body.supplier_credit_number;
  const returned = await findReturnByTheirs(ctx.tx, supplier.id, theirs);
  if (returned !== null)
    throw invalid({
      supplier_credit_number: `Credit note ${theirs} has already been recorded with ${returned}, for goods returned. Check that it is not counted twice.`,
    });
  const recoversVat = await recoveredVat(ctx, body);
  ensureSameTreatment(body.reverse_charge, [...bills.values()]);
  ensureReverseCharge(body, recoversVat);
  await ensureCreditedVat(ctx.tx, body.lines, [
    body.credit_date,
    ...[...bills.values()].map(bill => bill.bill_date),
  ]);
  const head = await insertCredit(ctx, body, { gross, on, bills });
  const itemId = await postCredit(ctx, body, {
    party,
    head,
    supplierName: supplier.name,
    bills,
    on,
    reason,
    recoversVat,
  });
  const item = { party, itemId, on };
  await settleBillsNamed(ctx, body.bills, bills, item);
  await countCredited(ctx, head.id, 1);
  recordAudit(ctx, {
    action: 'credited',
    recordType: 'supplier',
    recordId: supplier.id,
    recordName: supplier.name,
    after: {
      credit_note: head.number,
      supplier_credit_number: body.supplier_credit_number,
      gross_pence: gross,
      reason: body.reason,
      on,
    },
  });
  return { id: head.id, number: head.number, gross, posted_on: on };
}

type ToPost = {
  readonly party: LockedParty;
  readonly head: Head;
  readonly supplierName: string;
  readonly bills: ReadonlyMap<number, CreditableBill>;
  readonly on: CalendarDate;
  readonly reason: string | null;
  readonly recoversVat: boolean;
};

/**
 * Posts journal, VAT and stock of a credit note and its item on the supplier's ledger. Returns the item's id.
 */
async function postCredit(
  ctx: WriteContext,
  body: Body,
  { party, head, supplierName, bills, on, reason, recoversVat }: ToPost,
): Promise<number> {
  const document = { type: 'supplier_credit', id: head.id, number: head.number };
  const about: Posting = { businessDate: on, kind: 'price_difference', document, reason: body.reason };
  const costs = await costLines(ctx, about, body, { bills, recoversVat });
  const rateOf = await vatRatesOn(ctx.tx, body.credit_date);
  const self = selfCharged(body, rateOf);
  const journal = await postRequiredJournal(ctx, {
    businessDate: on,
    kind: 'supplier_credit',
    narrative: `Credit note ${body.supplier_credit_number} from ${supplierName}: ${body.reason}`,
    document,
    reason,
    lines: [
      debit(systemAccounts.tradeCreditors, head.gross, { party }),
      credit(systemAccounts.inputVat, recoversVat ? sum(body.lines.map(line => line.vat)) : toPence(0)),
      credit(systemAccounts.inputVat, self),
      debit(systemAccounts.outputVat, self),
      ...costs,
    ],
    vat: recoversVat ? creditedVat(body, rateOf) : [],
  });
  const item = await openItem(ctx, {
    party,
    side: 'debit',
    kind: 'credit_note',
    description: `Credit note ${body.supplier_credit_number}`,
    document,
    businessDate: on,
    amount: head.gross,
    journalId: journal.id,
  });
  return item.id;
}

/** What leaves the boxes of VAT returns: the VAT printed, or what the business charged itself (rules V18, V28). */
function creditedVat(
  { reverse_charge: kind, credit_date: taxPoint, lines }: Body,
  rateOf: (code: VatCode) => VatRate,
): VatEntry[] {
  return lines
    .flatMap(({ net, vat, vat_code: code }) => {
      const line = { net, code, rate: rateOf(code) };
      return kind == null
        ? [{ ...line, direction: 'input' as const, vat }]
        : reverseChargeEntries(kind, line);
    })
    .map(entry => ({ ...entry, taxPoint, net: toPence(0 - entry.net), vat: toPence(0 - entry.vat) }));
}

/** Orders are locked before suppliers (lock order). */
async function lockOrdersOf(ctx: WriteContext, bills: Body['bills']): Promise<void> {
  await sql`${preparedStatement}
    select from purchase_orders where id in (
      select purchase_order_id from supplier_bills where id = ${anyOf(bills.map(({ bill_id }) => bill_id))})
    order by id for update`.execute(ctx.tx);
}

function ensureBills(body: Body, bills: ReadonlyMap<number, CreditableBill>, gross: Pence): void {
  if (new Set(body.bills.map(({ bill_id }) => bill_id)).size !== body.bills.length)
    throw invalid({ bills: 'This bill is listed twice. Enter each bill once.' });
  for (const [index, { bill_id, amount }] of body.bills.entries()) {
    const bill = bills.get(bill_id);
    if (!bill || bill.supplier_id !== body.supplier_id || bill.reversed_at !== null)
      throw invalid({ [`bills.${index}.bill_id`]: 'Choose a bill of this supplier that is not reversed.' });
    const creditable = toPence(Math.max(0, bill.gross - bill.credited));
    if (amount > creditable)
      throw invalid({
        [`bills.${index}.amount`]: `Only ${formatPounds(creditable)} can be credited on bill ${bill.supplier_bill_number}.`,
      });
  }
  const named = sum(body.bills.map(({ amount }) => amount));
  if (named > gross)
    throw invalid({
      bills: `${formatPounds(named)} is allocated to bills, but the credit note total is ${formatPounds(gross)}.`,
    });
}

async function insertCredit(
  ctx: WriteContext,
  body: Body,
  { gross, on, bills }: { gross: Pence; on: string; bills: ReadonlyMap<number, CreditableBill> },
): Promise<Head> {
  const number = await nextNumber(ctx.tx, 'SCN');
  const ofOrders = sum(
    body.bills.filter(({ bill_id }) => isOfOrder(bills.get(bill_id))).map(({ amount }) => amount),
  );
  const vat = sum(body.lines.map(line => line.vat));
  try {
    const { id } = await ctx.tx
      .insertInto('supplier_credits')
      .values({
        number,
        supplier_id: body.supplier_id,
        supplier_credit_number: body.supplier_credit_number,
        credit_date: body.credit_date,
        reason: body.reason,
        reverse_charge: body.reverse_charge ?? null,
        net_pence: gross - vat,
        vat_pence: vat,
        gross_pence: gross,
        apart_pence: gross - ofOrders,
        posted_by: ctx.actor.id,
        posted_at: ctx.now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await insertParts(ctx, id, body);
    return { id, number, gross, on };
  } catch (error) {
    if (violatedConstraint(error) !== 'supplier_credits_are_entered_once') throw error;
    throw invalid({
      supplier_credit_number: `Credit note ${body.supplier_credit_number} has already been recorded. Check that it is not counted twice.`,
    });
  }
}

async function insertParts(ctx: WriteContext, id: number, body: Body): Promise<void> {
  const rateOf = await vatRatesOn(ctx.tx, body.credit_date);
  const lines = body.lines.map((line, index) => ({
    line_number: index + 1,
    description: line.description,
    account_code: line.account ?? null,
    net_pence: line.net,
    vat_code: line.vat_code,
    vat_hundredths: rateOf(line.vat_code),
    vat_pence: line.vat,
  }));
  await sql`${preparedStatement}
    insert into supplier_credit_lines (supplier_credit_id, line_number, description, account_code, net_pence, vat_code, vat_percent, vat_pence)
    select ${id}, line_number, description, account_code, net_pence, vat_code, vat_hundredths / 100.0, vat_pence
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as row (line_number integer, description text, account_code text,
      net_pence bigint, vat_code text, vat_hundredths integer, vat_pence bigint)`.execute(ctx.tx);
  await sql`${preparedStatement}
    insert into supplier_credit_bills (supplier_credit_id, supplier_bill_id, amount_pence)
    select ${id}, bill_id, amount from jsonb_to_recordset(${JSON.stringify(body.bills)}::jsonb) as row (bill_id bigint, amount bigint)`.execute(
    ctx.tx,
  );
}

/**
 * What the credit lowers: the accounts of its lines, and the cost of goods, spread over the bills' receipts
 * by value.
 */
async function costLines(
  ctx: WriteContext,
  about: Posting,
  body: Body,
  { bills, recoversVat }: Pick<ToPost, 'bills' | 'recoversVat'>,
): Promise<JournalLine[]> {
  const onAccounts = body.lines.flatMap(line =>
    line.account == null
      ? []
      : [credit(line.account, costOf(line, recoversVat), { description: line.description })],
  );
  const forGoods = body.lines.filter(line => line.account == null);
  if (forGoods.length === 0) return onAccounts;
  const billIds = body.bills.map(({ bill_id }) => bill_id);
  const goods = await findBilledGoods(ctx.tx, billIds);
  if (!goods.some(part => part.net > 0))
    throw invalid({
      [`lines.${body.lines.findIndex(line => line.account == null)}.account`]:
        'Choose an account, or enter an amount against the bill for the goods.',
    });
  ensureGoodsCovered(body, { bills, recoversVat }, await creditableCost(ctx.tx, billIds));
  ensureNotBeforeReceipt(
    { date: body.credit_date, on: about.businessDate },
    goods.map(part => part.receivedOn),
    'credit_date',
  );
  const shares = share(
    sum(forGoods.map(line => costOf(line, recoversVat))),
    goods.map(part => part.net),
  );
  const { toStock, toVariance } = await spreadLateCost(
    ctx,
    about,
    goods.map((part, index) => ({
      productId: part.productId,
      receiptLineId: part.receiptLineId,
      line: index + 1,
      quantity: part.stock,
      amount: toPence(0 - (shares[index] ?? 0)),
    })),
  );
  return [
    ...onAccounts,
    debit(systemAccounts.inventory, toStock),
    debit(systemAccounts.purchasePriceVariance, toVariance),
  ];
}

/**
 * The part of a credit note that belongs to an order lowers its outstanding amount (rule P4); a reversal
 * restores it.
 */
export async function countCredited(ctx: WriteContext, creditId: number, sign: 1 | -1): Promise<void> {
  await sql`${preparedStatement}
    update purchase_orders po set credited_pence = po.credited_pence + ${sign}::bigint * c.amount, version = version + 1,
      updated_at = ${ctx.now}
    from (select b.purchase_order_id, sum(c.amount_pence)::bigint as amount
      from supplier_credit_bills c join supplier_bills b on b.id = c.supplier_bill_id and b.kind = 'goods'
      where c.supplier_credit_id = ${creditId} and b.purchase_order_id is not null group by 1) c
    where po.id = c.purchase_order_id`.execute(ctx.tx);
}
