import { TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { BodySent } from '#domain/kernel/call';
import { type OrderDetail, purchases } from '#domain/purchase-orders/purchase-order.contract';
import { request } from '../../platform/api';
import { DateInput } from '../../ui/dates/date-input';
import { DocumentFoot } from '../../ui/lines/document-foot';
import { DraftAlerts } from '../../ui/form/draft-alerts';
import { FormDialog } from '../../ui/dialogs/form-dialog';
import { typedPounds, typedQuantity } from '../../ui/form/typed-figures';
import { useDocumentForm } from '../../ui/lines/use-document-form';
import { DocumentDate, newBillOf, useInvoiceFiles, useVatRates } from '../supplier-documents';
import { BillLines } from './bill-lines';
import { BillSums, BillVariance } from './bill-sums';
import { billableOf, type BilledLine, billedLineOf, restoredLines } from './billed-lines';
import { today } from '../../ui/form/dated-fields';
import { filled, sending, type SentLines, validating } from '../../ui/lines/sent-lines';

type Values = {
  supplier_bill_number: string;
  bill_date: string;
  date_reason: string;
  due_on: string;
  accept_difference: boolean;
  lines: BilledLine[];
};
type Props = {
  order: OrderDetail;
  onClose: () => void;
  onDone: (message: string, order: OrderDetail) => void;
};

/**
 * Records the supplier bill against the ordered and received quantities: the three-way match (rules V18, I11). It is kept
 * in the browser until it is recorded.
 */
export function RecordBillDialog({ order, onClose, onDone }: Props) {
  const rates = useVatRates();
  const invoice = useInvoiceFiles();
  // As it was when the form opened: once the bill is saved without an answer, nothing of it is left to bill.
  const [opened] = useState(order);
  const rows = useMemo(() => billableOf(opened, rates), [opened, rates]);
  const document = useDocumentForm<Values, BilledLine, OrderDetail>({
    draft: { of: `bill-of-order-${order.id}`, id: 'new' },
    record: () => ({
      supplier_bill_number: '',
      bill_date: today(),
      date_reason: '',
      due_on: '',
      accept_difference: false,
      lines: rows.map(billedLineOf),
    }),
    restoreLines: stored => restoredLines(rows, stored),
    schema: validating(purchases.bill.body, sentOf),
    send: (values, idempotencyKey) =>
      sending(sentOf(values), body =>
        request(purchases.bill, { params: { id: order.id }, body, idempotencyKey, shownInPlace: true }),
      ),
    onDone: async saved => {
      await invoice.attachTo(newBillOf(saved.bills));
      onDone('Bill recorded.', saved);
    },
    failure: 'The bill could not be recorded.',
  });
  const { form, lines, autosave } = document;
  const field = form.form.getInputProps;
  return (
    <FormDialog
      title={`Record a bill for ${order.po_number}`}
      size={1040}
      isDocument
      form={form}
      submitLabel="Record bill"
      onClose={onClose}
    >
      <DraftAlerts {...document} />
      <div className="form-columns">
        <TextInput
          className="form-wide"
          label="Supplier’s bill number"
          required
          maxLength={60}
          data-autofocus
          {...field('supplier_bill_number')}
        />
        <DocumentDate form={form.form} name="bill_date" label="Bill date" receivedOn={lastReceiptOf(order)} />
        <DateInput label="Due date (blank for supplier terms)" {...field('due_on')} />
      </div>
      <BillLines form={form.form} rows={rows} lines={lines} />
      <BillVariance form={form} rows={rows} lines={lines} supplier={order.supplier} />
      {invoice.field}
      <DocumentFoot kept={autosave.kept}>
        <BillSums rows={rows} lines={lines} />
      </DocumentFoot>
    </FormDialog>
  );
}

/** The latest date of goods received but not yet billed. */
const lastReceiptOf = (order: OrderDetail): string | undefined =>
  order.receipts
    .filter(receipt => receipt.lines.some(line => line.unbilled > 0))
    .map(receipt => receipt.business_date)
    .toSorted()
    .at(-1);

function sentOf({ lines, due_on, ...rest }: Values): SentLines<BodySent<typeof purchases.bill>> {
  const sent = filled(
    lines,
    ({ quantity }) => !['', '0'].includes(typedQuantity(quantity)),
    ({ line_id, quantity, net, vat, vat_code, account }) => ({
      line_id,
      quantity: typedQuantity(quantity),
      ...(net.trim() === '' ? {} : { net: typedPounds(net) }),
      ...(vat.trim() === '' ? {} : { vat: typedPounds(vat) }),
      vat_code,
      ...(account === '' ? {} : { account }),
    }),
  );
  return { body: { ...rest, ...(due_on === '' ? {} : { due_on }), lines: sent.lines }, places: sent.places };
}
