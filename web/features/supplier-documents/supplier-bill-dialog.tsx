import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import * as z from 'zod';
import type { ReplyOf } from '#domain/kernel/call';
import { formatDate } from '#domain/kernel/dates';
import { formatPounds } from '#domain/kernel/money';
import { supplierDocuments } from '#domain/purchase-orders/supplier-document.contract';
import { request } from '../../platform/api';
import { useIsVatRegistered } from '../../platform/company-status';
import { DateInput } from '../../ui/date-input';
import { today } from '../../ui/dated-fields';
import { useContractForm } from '../../ui/form';
import { FormDialog } from '../../ui/form-dialog';
import { DocumentDate } from './document-date';
import { DocumentLines, emptyLine, type LineValues, sentLines, totalOf } from './document-lines';
import { MissingVatNumber } from './missing-vat-number';
import { openBillsOfSupplier } from './supplier-documents.queries';
import { useInvoiceFiles } from './use-invoice-files';
import { useVatRates } from './vat-rates';
import { type Treatment, VatTreatment } from './vat-treatment';

type Values = {
  supplier_bill_number: string;
  bill_date: string;
  date_reason: string;
  due_on: string;
  reverse_charge: Treatment;
  lines: LineValues[];
};
type Props = {
  supplier: { readonly id: number; readonly name: string };
  onClose: () => void;
  onDone: (message: string) => void;
};

/** Records a bill without a purchase order, such as rent or repairs. It begins with the line of the latest one. */
export function SupplierBillDialog(props: Props) {
  const bills = useQuery(openBillsOfSupplier(props.supplier.id));
  if (bills.isPending) return <span hidden aria-busy="true" />;
  return <BillForm {...props} defaultLine={bills.data?.default_line ?? null} />;
}

type FormProps = Props & { defaultLine: ReplyOf<typeof supplierDocuments.openBills>['default_line'] };

function BillForm({ supplier, defaultLine, onClose, onDone }: FormProps) {
  const rates = useVatRates();
  const invoice = useInvoiceFiles();
  const bodyOf = ({ due_on, reverse_charge, lines, ...rest }: Values) => ({
    ...rest,
    supplier_id: supplier.id,
    ...(due_on === '' ? {} : { due_on }),
    reverse_charge: reverse_charge || null,
    lines: sentLines(lines, rates, reverse_charge !== ''),
  });
  const form = useContractForm<Values, ReplyOf<typeof supplierDocuments.bill>>({
    schema: z.preprocess(values => bodyOf(values as Values), supplierDocuments.bill.body),
    initial: {
      supplier_bill_number: '',
      bill_date: today(),
      date_reason: '',
      due_on: '',
      reverse_charge: '',
      lines: [{ ...emptyLine, ...defaultLine }],
    },
    send: (values, idempotencyKey) =>
      request(supplierDocuments.bill, { body: bodyOf(values), idempotencyKey, shownInPlace: true }),
    onDone: async bill => {
      await invoice.attachTo(bill.id);
      onDone(
        `Bill ${bill.number} of ${formatPounds(bill.gross)} recorded, posted on ${formatDate(bill.posted_on)}.`,
      );
    },
    failure: 'The bill could not be recorded.',
  });
  const field = form.form.getInputProps;
  const { lines, reverse_charge, bill_date } = form.form.values;
  const vat = reverse_charge === '' ? totalOf(lines, rates, false) - totalOf(lines, rates, true) : 0;
  const isRegistered = useIsVatRegistered(bill_date);
  return (
    <FormDialog
      title={`Bill from ${supplier.name} without an order`}
      size={920}
      isDocument
      form={form}
      submitLabel="Record bill"
      onClose={onClose}
    >
      <div className="form-columns">
        <TextInput
          className="form-wide"
          label="Supplier’s bill number"
          required
          maxLength={60}
          data-autofocus
          {...field('supplier_bill_number')}
        />
        <DocumentDate form={form.form} name="bill_date" label="Bill date" />
        <DateInput label="Due date (blank for supplier terms)" {...field('due_on')} />
        {isRegistered && <VatTreatment {...field('reverse_charge')} />}
      </div>
      <DocumentLines form={form.form} rates={rates} isReverseCharge={reverse_charge !== ''} />
      <MissingVatNumber supplier={supplier} vat={vat} billDate={bill_date} />
      {invoice.field}
    </FormDialog>
  );
}
