import { TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useMemo } from 'react';
import * as z from 'zod';
import type { ReplyOf } from '#domain/kernel/call';
import { formatDate } from '#domain/kernel/dates';
import { formatPounds } from '#domain/kernel/money';
import { supplierDocuments } from '#domain/purchase-orders/supplier-document.contract';
import { request } from '../../platform/api';
import { useIsVatRegistered } from '../../platform/company-status';
import { today } from '../../ui/form/dated-fields';
import { DraftAlerts } from '../../ui/form/draft-alerts';
import { FormDialog } from '../../ui/dialogs/form-dialog';
import { useDocumentForm } from '../../ui/lines/use-document-form';
import { BillsCredited, type CreditedValues, namedBills } from './bills-credited';
import { DocumentDate } from './document-date';
import { blankLine, type LineValues, sentLines, totalsOf } from './document-line-values';
import { DocumentLines, DocumentSums } from './document-lines';
import { useSupplierBills, withEntered } from './supplier-bills';
import { useVatRates } from './vat-rates';
import { type Treatment, VatTreatment } from './vat-treatment';

type Values = CreditedValues & {
  supplier_credit_number: string;
  credit_date: string;
  date_reason: string;
  reason: string;
  reverse_charge: Treatment;
  lines: LineValues[];
};
type Props = {
  supplier: { readonly id: number; readonly name: string };
  /** The bill it was opened from: the whole credit goes to it unless other amounts are entered. */
  billId?: number | undefined;
  onClose: () => void;
  onDone: (message: string) => void;
};

const blank = (): Values => ({
  supplier_credit_number: '',
  credit_date: today(),
  date_reason: '',
  reason: '',
  reverse_charge: '',
  lines: [blankLine()],
  entered: [],
  amounts: {},
});

/**
 * Records a credit note of any amount, such as an overcharge or a rebate, against bills or on account. It is kept in the
 * browser until it is recorded.
 */
export function SupplierCreditDialog({ supplier, billId, onClose, onDone }: Props) {
  const rates = useVatRates();
  const found = useSupplierBills(supplier.id, billId);
  const bodyOf = ({ lines, entered, amounts, reverse_charge, ...rest }: Values) => {
    const vat = { rates, isReverseCharge: reverse_charge !== '' };
    return {
      ...rest,
      supplier_id: supplier.id,
      reverse_charge: reverse_charge || null,
      lines: sentLines(lines, vat).map(({ account, ...line }) =>
        account === '' ? line : { ...line, account },
      ),
      bills: namedBills(withEntered(found.bills, entered), amounts, {
        billId,
        total: totalsOf(lines, vat).gross,
      }),
    };
  };
  const document = useDocumentForm<Values, LineValues, ReplyOf<typeof supplierDocuments.credit>>({
    draft: { of: `supplier-credit-${supplier.id}-${billId ?? 'any'}`, id: 'new' },
    record: blank,
    blankLine,
    schema: z.preprocess(values => bodyOf(values as Values), supplierDocuments.credit.body),
    send: (values, idempotencyKey) =>
      request(supplierDocuments.credit, { body: bodyOf(values), idempotencyKey, shownInPlace: true }),
    onDone: note =>
      onDone(
        `Credit note ${note.number} of ${formatPounds(note.gross)} recorded, posted on ${formatDate(note.posted_on)}.`,
      ),
    failure: 'The credit note could not be recorded.',
  });
  const { form, lines, autosave } = document;
  const { reverse_charge, credit_date, entered } = form.form.values;
  const bills = useMemo(() => withEntered(found.bills, entered), [found.bills, entered]);
  const isReverseCharge = reverse_charge !== '';
  const vat = useMemo(() => ({ rates, isReverseCharge }), [rates, isReverseCharge]);
  const isRegistered = useIsVatRegistered(credit_date);
  return (
    <FormDialog
      title={`Credit note from ${supplier.name}`}
      size={920}
      isDocument
      form={form}
      submitLabel="Record credit note"
      onClose={onClose}
    >
      <DraftAlerts {...document} />
      <CreditFields
        form={form.form}
        hasTreatment={isRegistered || bills.some(bill => bill.reverse_charge !== null)}
      />
      <DocumentLines
        form={form.form}
        lines={lines}
        vat={vat}
        document="a credit note"
        noAccount="Cost of the goods on the bills"
      />
      <BillsCredited form={form.form} found={found} bills={bills} billId={billId} lines={lines} vat={vat} />
      <DocumentSums lines={lines} vat={vat} kept={autosave.kept} />
    </FormDialog>
  );
}

type FieldsProps = { form: UseFormReturnType<Values>; hasTreatment: boolean };

function CreditFields({ form, hasTreatment }: FieldsProps) {
  const field = form.getInputProps;
  return (
    <div className="form-columns">
      <TextInput
        label="Supplier’s credit note number"
        required
        maxLength={60}
        data-autofocus
        {...field('supplier_credit_number')}
      />
      <DocumentDate form={form} name="credit_date" label="Credit note date" />
      <TextInput className="form-wide" label="Reason" required maxLength={300} {...field('reason')} />
      {hasTreatment && <VatTreatment {...field('reverse_charge')} />}
    </div>
  );
}
