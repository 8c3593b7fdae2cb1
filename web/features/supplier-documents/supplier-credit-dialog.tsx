import { TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import * as z from 'zod';
import type { ReplyOf } from '#domain/kernel/call';
import { formatDate } from '#domain/kernel/dates';
import { formatPounds, poundsFromPence, toPence } from '#domain/kernel/money';
import { supplierDocuments } from '#domain/purchase-orders/supplier-document.contract';
import { request } from '../../platform/api';
import { useIsVatRegistered } from '../../platform/company-status';
import { type Column, DataTable } from '../../ui/data-table';
import { Day } from '../../ui/day';
import { today } from '../../ui/dated-fields';
import { MoneyInput } from '../../ui/figure-inputs';
import { useContractForm } from '../../ui/form';
import { FormDialog } from '../../ui/form-dialog';
import { Money } from '../../ui/money';
import { penceOrZero, typedPounds } from '../../ui/typed-figures';
import { DocumentDate } from './document-date';
import { DocumentLines, emptyLine, type LineValues, sentLines, totalOf } from './document-lines';
import { BillSearch } from './bill-search';
import { type SupplierBill, type SupplierBills, useSupplierBills, withEntered } from './supplier-bills';
import { useVatRates } from './vat-rates';
import { type Treatment, VatTreatment } from './vat-treatment';

type Values = {
  supplier_credit_number: string;
  credit_date: string;
  date_reason: string;
  reason: string;
  reverse_charge: Treatment;
  lines: LineValues[];
  /** The amount credited to each bill, by bill id. */
  amounts: Record<string, string>;
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
  lines: [emptyLine],
  amounts: {},
});

/** Records a credit note of any amount, such as an overcharge or a rebate, against bills or on account. */
export function SupplierCreditDialog({ supplier, billId, onClose, onDone }: Props) {
  const rates = useVatRates();
  const found = useSupplierBills(supplier.id, billId);
  // A bill with an amount stays while others are searched for.
  const [entered, setEntered] = useState<readonly SupplierBill[]>([]);
  const bills = withEntered(found.bills, entered);
  const bodyOf = ({ lines, amounts, reverse_charge, ...rest }: Values) => ({
    ...rest,
    supplier_id: supplier.id,
    reverse_charge: reverse_charge || null,
    lines: sentLines(lines, rates, reverse_charge !== '').map(({ account, ...line }) =>
      account === '' ? line : { ...line, account },
    ),
    bills: namedBills(bills, amounts, {
      billId,
      total: totalOf(lines, rates, reverse_charge !== ''),
    }),
  });
  const form = useContractForm<Values, ReplyOf<typeof supplierDocuments.credit>>({
    schema: z.preprocess(values => bodyOf(values as Values), supplierDocuments.credit.body),
    initial: blank(),
    send: (values, idempotencyKey) =>
      request(supplierDocuments.credit, { body: bodyOf(values), idempotencyKey, shownInPlace: true }),
    onDone: note =>
      onDone(
        `Credit note ${note.number} of ${formatPounds(note.gross)} recorded, posted on ${formatDate(note.posted_on)}.`,
      ),
    failure: 'The credit note could not be recorded.',
  });
  const field = form.form.getInputProps;
  const isReverseCharge = form.form.values.reverse_charge !== '';
  const isRegistered = useIsVatRegistered(form.form.values.credit_date);
  const hasTreatment = isRegistered || bills.some(bill => bill.reverse_charge !== null);
  return (
    <FormDialog
      title={`Credit note from ${supplier.name}`}
      size={920}
      isDocument
      form={form}
      submitLabel="Record credit note"
      onClose={onClose}
    >
      <div className="form-columns">
        <TextInput
          label="Supplier’s credit note number"
          required
          maxLength={60}
          data-autofocus
          {...field('supplier_credit_number')}
        />
        <DocumentDate form={form.form} name="credit_date" label="Credit note date" />
        <TextInput className="form-wide" label="Reason" required maxLength={300} {...field('reason')} />
        {hasTreatment && <VatTreatment {...field('reverse_charge')} />}
      </div>
      <DocumentLines
        form={form.form}
        rates={rates}
        isReverseCharge={isReverseCharge}
        noAccount="Cost of the goods on the bills"
      />
      <BillsCredited
        form={form.form}
        found={found}
        bills={bills}
        billId={billId}
        total={totalOf(form.form.values.lines, rates, isReverseCharge)}
        onEntered={bill => setEntered(before => withEntered(before, [bill]))}
      />
    </FormDialog>
  );
}

type Credited = {
  form: UseFormReturnType<Values>;
  found: SupplierBills;
  /** Those found, and those with an amount. */
  bills: readonly SupplierBill[];
  billId: number | undefined;
  total: number;
  onEntered: (bill: SupplierBill) => void;
};

/** The bills to credit. Anything unallocated stays on account. */
function BillsCredited({ form, found, bills, billId, total, onEntered }: Credited) {
  const { amounts } = form.values;
  const named = namedBills(bills, amounts, { billId, total });
  const unallocated = total - named.reduce((sum, { amount }) => sum + penceOrZero(amount), 0);
  return (
    <>
      {bills.length > 0 && (
        <div className="dialog-lines">
          <DataTable
            label="Bills to credit"
            rows={bills}
            rowKey={bill => bill.id}
            columns={billColumns(form, named, onEntered)}
          />
        </div>
      )}
      <BillSearch found={found} />
      {found.bills.length === 0 && found.text !== '' && (
        <p className="dialog-note">No bills match this search.</p>
      )}
      {form.errors.bills && <p className="line-problem">{form.errors.bills}</p>}
      {unallocated > 0 && (
        <p className="dialog-note">{formatPounds(unallocated)} will stay on account as credit.</p>
      )}
    </>
  );
}

type Named = readonly { readonly bill_id: number; readonly amount: string }[];

const billColumns = (
  form: UseFormReturnType<Values>,
  named: Named,
  onEntered: Credited['onEntered'],
): Column<SupplierBill>[] => [
  {
    header: 'Bill',
    cell: bill => (
      <span>
        <span className="figures">{bill.supplier_bill_number}</span>
        {bill.po_number !== null && ` for ${bill.po_number}`}
      </span>
    ),
  },
  { header: 'Date', kind: 'date', cell: bill => <Day date={bill.bill_date} /> },
  { header: 'Total', align: 'end', cell: bill => <Money pence={bill.gross} /> },
  { header: 'Outstanding', align: 'end', cell: bill => <Money pence={bill.outstanding} /> },
  {
    header: 'Credited',
    cell: bill => (
      <MoneyInput
        aria-label={`Credited to ${bill.supplier_bill_number}`}
        placeholder={named.find(({ bill_id }) => bill_id === bill.id)?.amount ?? ''}
        value={form.values.amounts[bill.id] ?? ''}
        error={form.errors[`bills.${named.findIndex(({ bill_id }) => bill_id === bill.id)}.amount`]}
        onChange={amount => {
          onEntered(bill);
          form.setFieldValue('amounts', { ...form.values.amounts, [bill.id]: amount });
        }}
      />
    ),
  },
];

/** The bills with an amount; the one it was opened from takes the whole credit while nothing is entered. */
function namedBills(
  bills: readonly SupplierBill[],
  amounts: Values['amounts'],
  { billId, total }: { billId: number | undefined; total: number },
): { bill_id: number; amount: string }[] {
  const typed = bills
    .map(bill => ({ bill_id: bill.id, amount: typedPounds(amounts[bill.id] ?? '') }))
    .filter(({ amount }) => !['', '0', '0.00'].includes(amount));
  const opened = bills.find(bill => bill.id === billId);
  if (typed.length > 0 || !opened || total <= 0) return typed;
  return [{ bill_id: opened.id, amount: poundsFromPence(toPence(Math.min(total, opened.gross))) }];
}
