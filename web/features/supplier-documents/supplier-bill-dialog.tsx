import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import * as z from 'zod';
import type { ReplyOf } from '#domain/kernel/call';
import { formatDate } from '#domain/kernel/dates';
import { formatPounds } from '#domain/kernel/money';
import { supplierDocuments } from '#domain/purchase-orders/supplier-document.contract';
import { request } from '../../platform/api';
import { useIsVatRegistered } from '../../platform/company-status';
import { DateInput } from '../../ui/dates/date-input';
import { today } from '../../ui/form/dated-fields';
import { DraftAlerts } from '../../ui/form/draft-alerts';
import { FormDialog } from '../../ui/dialogs/form-dialog';
import { useLines } from '../../ui/lines/line-store';
import { useDocumentForm } from '../../ui/lines/use-document-form';
import { DocumentDate } from './document-date';
import { blankLine, type LineValues, sentLines, totalsOf } from './document-line-values';
import { DocumentLines, DocumentSums } from './document-lines';
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

/**
 * Records a bill without a purchase order, such as rent or repairs. It begins with the line of the latest one, and is kept
 * in the browser until it is recorded.
 */
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
    lines: sentLines(lines, { rates, isReverseCharge: reverse_charge !== '' }),
  });
  const document = useDocumentForm<Values, LineValues, ReplyOf<typeof supplierDocuments.bill>>({
    draft: { of: `supplier-bill-${supplier.id}`, id: 'new' },
    record: () => ({
      supplier_bill_number: '',
      bill_date: today(),
      date_reason: '',
      due_on: '',
      reverse_charge: '',
      lines: [{ ...blankLine(), ...defaultLine }],
    }),
    blankLine,
    schema: z.preprocess(values => bodyOf(values as Values), supplierDocuments.bill.body),
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
  const { form, lines, autosave } = document;
  const field = form.form.getInputProps;
  const { reverse_charge, bill_date } = form.form.values;
  const isReverseCharge = reverse_charge !== '';
  const vat = useMemo(() => ({ rates, isReverseCharge }), [rates, isReverseCharge]);
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
        <DocumentDate form={form.form} name="bill_date" label="Bill date" />
        <DateInput label="Due date (blank for supplier terms)" {...field('due_on')} />
        {isRegistered && <VatTreatment {...field('reverse_charge')} />}
      </div>
      <DocumentLines form={form.form} lines={lines} vat={vat} document="a bill" />
      <LinesWithoutVatNumber supplier={supplier} lines={lines} vat={vat} billDate={bill_date} />
      {invoice.field}
      <DocumentSums lines={lines} vat={vat} kept={autosave.kept} />
    </FormDialog>
  );
}

type WarningProps = Pick<React.ComponentProps<typeof MissingVatNumber>, 'supplier' | 'billDate'> &
  Pick<React.ComponentProps<typeof DocumentSums>, 'lines' | 'vat'>;

/** VAT that the buyer accounts for needs no VAT number of the supplier. */
const LinesWithoutVatNumber = ({ lines, vat, ...props }: WarningProps) => {
  const sums = totalsOf(useLines(lines), vat);
  return <MissingVatNumber vat={vat.isReverseCharge ? 0 : sums.vat} {...props} />;
};
