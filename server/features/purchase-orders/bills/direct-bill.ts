import type { BodyOf, ReplyOf } from '#domain/kernel/call';
import { addDays, londonDate } from '#domain/kernel/dates';
import { sum, toPence } from '#domain/kernel/money';
import type { VatCode, VatRate } from '#domain/kernel/vat';
import { reverseChargeNames } from '#domain/purchase-orders/reverse-charge';
import type { supplierDocuments } from '#domain/purchase-orders/supplier-document.contract';
import { recordAudit } from '../../../kernel/audit';
import { ensurePostingDay } from '../../../kernel/books-day';
import { isVatRegisteredOn } from '../../../kernel/company';
import { credit, debit, systemAccounts } from '../../../kernel/ledger';
import type { WriteContext } from '../../../platform/http/context';
import { vatRatesOn } from '../../products';
import { ensureBillDate } from './bill-dates';
import { ensureBillWithinLimit } from './bill-limit';
import { ensurePrintedVat } from './ensure-printed-vat';
import { ensureLineAccounts } from './line-accounts';
import { lockSupplierForDocument } from './lock-supplier-for-document';
import { ensureReverseCharge, selfCharged } from './reverse-charge';
import { insertBill, lockToBill, type NewBill, postBill } from './post-bill';

type Body = BodyOf<typeof supplierDocuments.bill>;
type Posted = ReplyOf<typeof supplierDocuments.bill>;

/** Records a bill without an order: each line posts to its own account with its own VAT (rules V18, P13). */
export async function recordDirectBill(ctx: WriteContext, body: Body): Promise<Posted> {
  ensureBillDate(body, londonDate(ctx.now));
  const supplier = await lockSupplierForDocument(ctx.tx, body.supplier_id);
  await ensureLineAccounts(ctx.tx, body.lines);
  const { on, reason } = await ensurePostingDay(ctx, body.bill_date, {
    field: 'bill_date',
    reason: body.date_reason,
  });
  const approved = await ensureBillWithinLimit(ctx, sum(body.lines.flatMap(line => [line.net, line.vat])));
  const ledger = await lockToBill(ctx, supplier.id, body.supplier_bill_number);
  const recoversVat = await isVatRegisteredOn(ctx.tx, body.bill_date);
  ensureReverseCharge(body, recoversVat);
  const rateOf = await vatRatesOn(ctx.tx, body.bill_date);
  ensurePrintedVat(body.lines, rateOf);
  const self = selfCharged(body, rateOf);
  const bill: NewBill = {
    kind: 'direct',
    supplier: ledger,
    supplierName: supplier.name,
    supplierBillNumber: body.supplier_bill_number,
    orderId: null,
    orderNumber: null,
    billDate: body.bill_date,
    dueOn: body.due_on ?? addDays(body.bill_date, supplier.payment_terms_days),
    postedOn: on,
    dateReason: reason,
    difference: toPence(0),
    recoversVat,
    reverseCharge: body.reverse_charge,
    lines: linesOf(body, rateOf),
  };
  const stored = await insertBill(ctx, bill);
  await postBill(ctx, {
    bill,
    stored,
    debits: [
      ...body.lines.map(line =>
        debit(line.account, recoversVat ? line.net : toPence(line.net + line.vat), {
          description: line.description,
        }),
      ),
      debit(systemAccounts.inputVat, recoversVat ? sum(body.lines.map(line => line.vat)) : toPence(0)),
      debit(systemAccounts.inputVat, self),
      credit(systemAccounts.outputVat, self),
    ],
  });
  recordAudit(ctx, {
    action: 'billed',
    recordType: 'supplier',
    recordId: supplier.id,
    recordName: supplier.name,
    after: {
      bill: stored.number,
      supplier_bill_number: body.supplier_bill_number,
      gross_pence: stored.gross,
      ...(body.reverse_charge != null && { vat_treatment: reverseChargeNames[body.reverse_charge] }),
      on,
      ...approved,
    },
  });
  return { id: stored.id, number: stored.number, gross: stored.gross, posted_on: on };
}

const linesOf = (body: Body, rateOf: (code: VatCode) => VatRate): NewBill['lines'] =>
  body.lines.map(line => ({
    orderLineId: null,
    description: line.description,
    quantity: null,
    net: line.net,
    vat: line.vat,
    vatCode: line.vat_code,
    vatRate: rateOf(line.vat_code),
    account: line.account,
  }));
