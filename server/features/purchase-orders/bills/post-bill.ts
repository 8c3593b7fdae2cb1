import { sql } from 'kysely';
import { nameOfOtherExpense } from '#domain/expenses/other-expense';
import type { CalendarDate } from '#domain/kernel/dates';
import { formatPounds, maxPence, type Pence, sum, toPence } from '#domain/kernel/money';
import { textFromQuantity, type Quantity } from '#domain/kernel/quantity';
import type { VatCode } from '#domain/kernel/vat';
import { type ReverseCharge, reverseChargeEntries } from '#domain/purchase-orders/reverse-charge';
import { type TakenNumber, takingNumber } from '../../../kernel/documents';
import {
  credit,
  type JournalLine,
  postJournalAs,
  systemAccounts,
  type VatEntry,
} from '../../../kernel/ledger';
import {
  type LockedParty,
  lockingParty,
  type LockingParty,
  lockParty,
  openItemsAs,
} from '../../../kernel/parties';
import { onlyRow } from '../../../platform/database/only-row';
import { preparedStatement, unawaitedStatement } from '../../../platform/database/prepared-statement';
import { reservingId } from '../../../platform/database/reserve-ids';
import { askTogether, type Question } from '../../../platform/database/send-together';
import { detailOf, violatedConstraint } from '../../../platform/database/database-errors';
import type { WriteContext } from '../../../platform/http/context';
import { invalid } from '../../../platform/http/refusal';
import { settleWithCredit } from '../credits/order-credit';

export type BillLine = {
  readonly orderLineId: number | null;
  readonly description: string;
  readonly quantity: Quantity | null;
  readonly net: Pence;
  readonly vat: Pence;
  readonly vatCode: string;
  readonly vatRate: number;
  /** The account chosen for the line. */
  readonly account?: string | undefined;
};

export type NewBill = {
  readonly kind: 'goods' | 'landed_cost' | 'direct';
  readonly supplier: LockedParty<'supplier'>;
  readonly supplierName: string;
  readonly supplierBillNumber: string;
  /** Null for a bill without an order. */
  readonly orderId: number | null;
  readonly orderNumber: string | null;
  readonly billDate: CalendarDate;
  readonly dueOn: CalendarDate;
  /** The posting date, and the reason where it or the bill date needs one (rule P13). */
  readonly postedOn: CalendarDate;
  readonly dateReason: string | null;
  readonly difference: Pence;
  /** Whether the company is registered for VAT on the bill's date; if not, VAT is a cost and in no return (rule V2). */
  readonly recoversVat: boolean;
  /** Whether the business accounts for the VAT itself (rule V28). */
  readonly reverseCharge?: ReverseCharge | null | undefined;
  readonly lines: readonly BillLine[];
};

export type StoredBill = TakenNumber & {
  /** Reserved for its journal, and for its item on the supplier's ledger. */
  readonly journalId: number;
  readonly itemId: number;
  readonly net: Pence;
  readonly vat: Pence;
  readonly gross: Pence;
};

/** Stores a bill and its lines. 422 when the supplier's number is already recorded. */
export async function insertBill(ctx: WriteContext, bill: NewBill): Promise<StoredBill> {
  const net = sum(bill.lines.map(line => line.net));
  const vat = sum(bill.lines.map(line => line.vat));
  const gross = toPence(net + vat);
  if (gross > maxPence) throw invalid({ lines: `A bill cannot be more than ${formatPounds(maxPence)}.` });
  const stored = await storeHead(ctx, bill, { net, vat, gross });
  const rows = bill.lines.map((line, index) => ({
    line_number: index + 1,
    purchase_order_line_id: line.orderLineId,
    description: line.description,
    quantity: line.quantity === null ? null : textFromQuantity(line.quantity),
    net_pence: line.net,
    vat_code: line.vatCode,
    vat_hundredths: line.vatRate,
    vat_pence: line.vat,
    account_code: line.account ?? null,
  }));
  await sql`${unawaitedStatement}
    insert into supplier_bill_lines (supplier_bill_id, line_number, purchase_order_line_id, description, quantity, net_pence,
      vat_code, vat_percent, vat_pence, account_code)
    select ${stored.id}, line_number, purchase_order_line_id, description, quantity, net_pence, vat_code, vat_hundredths / 100.0, vat_pence,
      account_code
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (line_number integer, purchase_order_line_id bigint,
      description text, quantity numeric, net_pence bigint, vat_code text, vat_hundredths integer, vat_pence bigint, account_code text)`.execute(
    ctx.tx,
  );
  return stored;
}

type Amounts = Pick<StoredBill, 'net' | 'vat' | 'gross'>;

/** Stores the bill with the next number, and reserves what its posting needs, in one round trip (decision 116). */
async function storeHead(ctx: WriteContext, bill: NewBill, amounts: Amounts): Promise<StoredBill> {
  try {
    const [taken, journalId, itemId] = await askTogether(ctx.tx, [
      storingHead(ctx, bill, amounts),
      reservingId('journals'),
      reservingId('party_items'),
    ]);
    return { ...taken, ...amounts, journalId, itemId };
  } catch (error) {
    const constraint = violatedConstraint(error);
    const name = `Bill ${bill.supplierBillNumber} from ${bill.supplierName}`;
    if (constraint === 'bills_are_no_expenses')
      throw invalid({
        supplier_bill_number: `${name} has already been entered as ${nameOfOtherExpense(detailOf(error))}. Check that it is not paid twice; cancel or reject the expense to record it as a bill.`,
      });
    if (constraint === 'bills_are_no_petty_cash')
      throw invalid({
        supplier_bill_number: `${name} has already been paid out of a till. Check that it is not paid twice; if it is another bill, add its date to the number.`,
      });
    if (constraint !== 'supplier_bills_are_entered_once') throw error;
    throw invalid({
      supplier_bill_number: `${name} has already been recorded. Check that it is not paid twice.`,
    });
  }
}

const storingHead = (
  ctx: WriteContext,
  bill: NewBill,
  { net, vat, gross }: Amounts,
): Question<TakenNumber, TakenNumber> => ({
  statement: sql<TakenNumber>`${preparedStatement}
    with taken as (${takingNumber('BILL')})
    insert into supplier_bills (number, kind, supplier_id, supplier_bill_number, purchase_order_id, bill_date, due_on, net_pence,
      vat_pence, gross_pence, difference_pence, reverse_charge, posted_by, posted_at)
    select number, ${bill.kind}, ${bill.supplier.id}::bigint, ${bill.supplierBillNumber}, ${bill.orderId}::bigint, ${bill.billDate}::date,
      ${bill.dueOn}::date, ${net}::bigint, ${vat}::bigint, ${gross}::bigint, ${bill.difference}::bigint, ${bill.reverseCharge ?? null},
      ${ctx.actor.id}::bigint, ${ctx.now}::timestamptz
    from taken returning id, number`,
  answer: onlyRow,
});

/**
 * Posts a bill: `lines` are its debits, the supplier is credited with the gross (table of L), and VAT is
 * recorded at the bill's tax point (rule V18). What is open for its order is allocated to it: deposits, and credit for goods
 * returned or overcharged (rules W4, W9).
 */
export async function postBill(
  ctx: WriteContext,
  { bill, stored, debits }: { bill: NewBill; stored: StoredBill; debits: readonly JournalLine[] },
): Promise<void> {
  const party = bill.supplier;
  const document = { type: 'supplier_bill', id: stored.id, number: stored.number };
  const journal = await postJournalAs(ctx, stored.journalId, {
    businessDate: bill.postedOn,
    reason: bill.dateReason,
    kind: bill.kind === 'landed_cost' ? 'landed_cost' : 'supplier_bill',
    narrative: `Bill ${bill.supplierBillNumber} from ${bill.supplierName}${bill.orderNumber === null ? '' : ` for ${bill.orderNumber}`}`,
    document,
    lines: [...debits, credit(systemAccounts.tradeCreditors, stored.gross, { party })],
    vat: bill.recoversVat ? vatEntries(bill) : [],
  });
  // A bill of zero creates no item on the supplier's ledger.
  if (!journal || stored.gross === 0) return;
  const { itemId } = stored;
  await openItemsAs(ctx, [
    {
      id: itemId,
      party,
      side: 'credit',
      kind: 'bill',
      description: `Bill ${bill.supplierBillNumber}`,
      document,
      businessDate: bill.postedOn,
      dueOn: bill.dueOn,
      amount: stored.gross,
      journalId: journal.id,
    },
  ]);
  if (bill.kind === 'goods' && bill.orderId !== null)
    await settleWithCredit(ctx, bill.orderId, { party, itemId, amount: stored.gross }, bill.postedOn);
}

function vatEntries(bill: NewBill): VatEntry[] {
  const { reverseCharge } = bill;
  if (reverseCharge != null)
    return bill.lines.flatMap(({ net, vatCode, vatRate }) =>
      reverseChargeEntries(reverseCharge, { net, code: vatCode as VatCode, rate: vatRate }).map(entry => ({
        ...entry,
        taxPoint: bill.billDate,
      })),
    );
  return bill.lines.map(line => ({
    direction: 'input',
    taxPoint: bill.billDate,
    code: line.vatCode as VatCode,
    rate: line.vatRate,
    net: line.net,
    vat: line.vat,
  }));
}

/**
 * Locks the ledger of a supplier whose bill is recorded, after the order. An entry of the same invoice as an expense waits
 * for the bill, or the bill for it: the trigger takes this lock too, but too late for the order of the locks.
 */
export async function lockToBill(
  ctx: WriteContext,
  supplierId: number,
  theirs: string,
): Promise<LockedParty<'supplier'>> {
  const [, , { party }] = await askTogether(ctx.tx, lockingToBill(supplierId, theirs));
  return party;
}

/** The same, to be sent with other statements. */
export const lockingToBill = (
  supplierId: number,
  theirs: string,
): readonly [Question<unknown, void>, ...LockingParty<'supplier'>] => [
  lockingInvoice(supplierId, theirs),
  ...lockingParty({ kind: 'supplier', id: supplierId }),
];

const lockingInvoice = (supplierId: number, theirs: string): Question<unknown, void> => ({
  statement: sql`${preparedStatement} select lock_supplier_invoice(${String(supplierId)}::text, ${theirs}::text) as taken`,
  answer: () => undefined,
});

/** Locks the ledger of a supplier, after the order. */
export const lockSupplierLedger = async (
  ctx: WriteContext,
  supplierId: number,
): Promise<LockedParty<'supplier'>> => (await lockParty(ctx.tx, { kind: 'supplier', id: supplierId })).party;
