import { NativeSelect, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import * as z from 'zod';
import type { BodySent } from '#domain/kernel/call';
import { formatDate } from '#domain/kernel/dates';
import { poundsFromPence } from '#domain/kernel/money';
import { type VatCode, vatOn } from '#domain/kernel/vat';
import { type OrderDetail, purchases } from '#domain/purchase-orders/purchase-order.contract';
import { request } from '../../platform/api';
import { MoneyInput } from '../../ui/form/figure-inputs';
import { useContractForm } from '../../ui/form/form';
import { FormDialog } from '../../ui/dialogs/form-dialog';
import { parsePounds, penceOrZero, typedPounds } from '../../ui/form/typed-figures';
import { SupplierPicker } from '../suppliers';
import { today } from '../../ui/form/dated-fields';
import {
  DocumentDate,
  MissingVatNumber,
  newBillOf,
  useInvoiceFiles,
  useVatRates,
  vatOptions,
} from '../supplier-documents';
import { standingReceipts } from './standing-receipts';
import { DateInput } from '../../ui/dates/date-input';

type Values = {
  receipt_id: string;
  supplier: { id: number; name: string } | null;
  supplier_bill_number: string;
  bill_date: string;
  date_reason: string;
  due_on: string;
  net: string;
  vat: string;
  vat_code: VatCode;
  basis: 'value' | 'quantity';
};
type Rates = ReturnType<typeof useVatRates>;
type Props = {
  order: OrderDetail;
  onClose: () => void;
  onDone: (message: string, order: OrderDetail) => void;
};

/** Records landed cost and spreads it over a receipt, so that stock carries it (rule M6). */
export function LandedCostDialog({ order, onClose, onDone }: Props) {
  const rates = useVatRates();
  const invoice = useInvoiceFiles();
  // Kept while it is open, as is what was chosen among them.
  const [receipts] = useState(() => standingReceipts(order));
  const form = useContractForm<Values, OrderDetail>({
    schema: z.preprocess(values => bodyOf(values as Values, rates), purchases.landedCost.body),
    initial: {
      receipt_id: String(receipts.at(-1)?.id ?? ''),
      supplier: null,
      supplier_bill_number: '',
      bill_date: today(),
      date_reason: '',
      due_on: '',
      net: '',
      vat: '',
      vat_code: 'S',
      basis: 'value',
    },
    send: (values, idempotencyKey) =>
      request(purchases.landedCost, {
        params: { id: order.id },
        body: bodyOf(values, rates),
        idempotencyKey,
        shownInPlace: true,
      }),
    onDone: async saved => {
      await invoice.attachTo(newBillOf(saved.bills));
      onDone('Landed cost recorded.', saved);
    },
    failure: 'The landed cost could not be recorded.',
  });
  return (
    <FormDialog
      title={`Landed cost of ${order.po_number}`}
      size="lg"
      isDocument
      form={form}
      submitLabel="Record landed cost"
      onClose={onClose}
    >
      <CostFields form={form.form} receipts={receipts} rates={rates} />
      {invoice.field}
    </FormDialog>
  );
}

type FieldProps = { form: UseFormReturnType<Values>; receipts: OrderDetail['receipts']; rates: Rates };

function CostFields({ form: fields, receipts, rates }: FieldProps) {
  const field = fields.getInputProps;
  return (
    <div className="form-columns">
      <SupplierPicker
        className="form-wide"
        label="Billed by"
        description="The carrier or agent, or the supplier if it bills the cost separately"
        required
        data-autofocus
        chosen={fields.values.supplier}
        error={fields.errors.supplier_id}
        onChange={chosen => {
          fields.setFieldValue('supplier', chosen && { id: chosen.id, name: chosen.name });
          fields.clearFieldError('supplier_id');
        }}
      />
      <TextInput label="Bill number" required maxLength={60} {...field('supplier_bill_number')} />
      <NativeSelect
        label="Goods receipt"
        data={receipts.map(receipt => ({
          value: String(receipt.id),
          label: `${receipt.number}, ${formatDate(receipt.business_date)}`,
        }))}
        {...field('receipt_id')}
      />
      <DocumentDate
        form={fields}
        name="bill_date"
        label="Bill date"
        receivedOn={receipts.find(({ id }) => String(id) === fields.values.receipt_id)?.business_date}
      />
      <DateInput label="Due date (blank for supplier terms)" {...field('due_on')} />
      <MoneyInput label="Net" required {...field('net')} />
      <NativeSelect label="VAT code" data={vatOptions(rates)} {...field('vat_code')} />
      <MoneyInput label="VAT as printed" placeholder={vatOf(fields.values, rates)} {...field('vat')} />
      <NativeSelect
        label="Spread by"
        data={[
          { value: 'value', label: 'Value of the goods' },
          { value: 'quantity', label: 'Quantity' },
        ]}
        {...field('basis')}
      />
      <div className="form-wide">
        <MissingVatNumber
          supplier={fields.values.supplier}
          vat={penceOrZero(vatSent(fields.values, rates))}
          billDate={fields.values.bill_date}
        />
      </div>
    </div>
  );
}

/** The VAT on the net, until the printed VAT is entered. */
function vatOf({ net, vat_code }: Values, rates: Rates): string {
  const pence = parsePounds(net);
  return pence === null ? '0.00' : poundsFromPence(vatOn(pence, rates.get(vat_code) ?? 0));
}

const vatSent = (values: Values, rates: Rates): string =>
  values.vat.trim() === '' ? vatOf(values, rates) : typedPounds(values.vat);

function bodyOf(values: Values, rates: Rates): BodySent<typeof purchases.landedCost> {
  const { supplier, receipt_id, due_on, net, ...rest } = values;
  return {
    ...rest,
    receipt_id: receipt_id === '' ? null : Number(receipt_id),
    supplier_id: supplier?.id ?? null,
    ...(due_on === '' ? {} : { due_on }),
    net: typedPounds(net),
    vat: vatSent(values, rates),
  };
}
