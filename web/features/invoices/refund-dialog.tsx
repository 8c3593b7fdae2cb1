import { Modal, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { formatPounds, poundsFromPence } from '#domain/kernel/money';
import { formatQuantity } from '#domain/kernel/quantity';
import { type ReturnedGoods, returnedGoodsNames } from '#domain/sales/sale-state';
import { type SaleDetail, type SaleLine, sales } from '#domain/sales/sale.contract';
import { type TenderMethod } from '#domain/sales/tender';
import { paysBackBy, tenderName } from '../../platform/payment-names';
import '../../ui/dialog-lines.css';
import { request } from '../../platform/api';
import type { Column } from '../../ui/data-table';
import { DataTable } from '../../ui/data-table';
import { QuantityInput } from '../../ui/figure-inputs';
import { type ContractForm, Form, useContractForm } from '../../ui/form';
import { Money } from '../../ui/money';
import { typedQuantity } from '../../ui/typed-figures';
import { refundOf, refundSums, tendersFor } from './refund-sums';
import { useOpenTills } from './use-open-tills';

type Values = {
  reason: string;
  by: string;
  session_id: string;
  lines: { line_number: number; quantity: string; goods: ReturnedGoods }[];
};
type Props = { sale: SaleDetail; onClose: () => void; onDone: (message: string) => void };

/** Takes pieces of a sale back at their own price, and pays them back the way they were paid. */
export function RefundDialog({ sale, onClose, onDone }: Props) {
  const tills = useOpenTills();
  const [clientId] = useState(() => crypto.randomUUID());
  const rows = sale.lines.filter(line => line.refundable_quantity > 0);
  const form = useContractForm<Values, SaleDetail>({
    schema: sales.refund.body.pick({ reason: true }).loose(),
    initial: {
      reason: '',
      by: 'as_paid',
      session_id: '',
      lines: rows.map(({ line_number }) => ({ line_number, quantity: '', goods: 'stock' })),
    },
    send: (values, idempotencyKey) => {
      const { gross, due } = refundSums(sale, values.lines);
      const tenders = tendersFor(sale, due, values.by as TenderMethod | 'as_paid');
      const drawer = values.session_id === '' ? tills?.[0]?.session : Number(values.session_id);
      const body = {
        client_id: clientId,
        session_id: tenders.some(({ method }) => method === 'cash') ? (drawer ?? null) : null,
        reason: values.reason,
        lines: values.lines
          .filter(({ quantity }) => typedQuantity(quantity) !== '')
          .map(line => ({ ...line, quantity: typedQuantity(line.quantity) })),
        expected_total: poundsFromPence(gross),
        tenders: tenders.map(({ method, amount }) => ({ method, amount: poundsFromPence(amount) })),
      };
      return request(sales.refund, { params: { id: sale.id }, body, idempotencyKey, shownInPlace: true });
    },
    onDone: saved => onDone(`Refunded as ${saved.credit_notes.at(-1)?.number ?? 'a credit note'}.`),
    failure: 'The refund could not be recorded.',
  });
  const field = form.form.getInputProps;
  return (
    <Modal opened onClose={() => form.busy || onClose()} title={`Refund ${sale.number}`} size={760}>
      <Form form={form} submitLabel="Refund" onCancel={onClose}>
        <div className="dialog-lines">
          <DataTable
            label="What comes back"
            rows={rows}
            rowKey={line => line.line_number}
            columns={columnsOf(form, rows)}
          />
        </div>
        {form.form.errors.lines && <p className="line-problem">{form.form.errors.lines}</p>}
        <div className="form-columns">
          <TextInput className="form-wide" label="Reason" required maxLength={200} {...field('reason')} />
          <NativeSelect label="Pay back" data={waysBack(sale)} {...field('by')} />
          {tills && tills.length > 1 && (
            <NativeSelect
              label="Cash out of"
              data={tills.map(({ session, name }) => ({ value: String(session), label: name }))}
              {...field('session_id')}
            />
          )}
        </div>
        <Sums sale={sale} values={form.form.values} />
      </Form>
    </Modal>
  );
}

/** A card gets back only what it paid, and only a named customer has a wallet. */
const waysBack = (sale: SaleDetail) => [
  { value: 'as_paid', label: 'The way it was paid' },
  { value: 'cash', label: tenderName('cash') },
  ...(paysBackBy('bank_transfer') ? [{ value: 'bank_transfer', label: tenderName('bank_transfer') }] : []),
  ...(sale.customer.is_walk_in ? [] : [{ value: 'wallet', label: 'Into the wallet' }]),
];

function Sums({ sale, values }: { sale: SaleDetail; values: Values }) {
  const typed = values.lines.map(line => ({ ...line, quantity: typedQuantity(line.quantity) }));
  const { cleared, due } = refundSums(sale, typed);
  const back = tendersFor(sale, due, values.by as TenderMethod | 'as_paid');
  const words = [
    ...(cleared > 0 ? [`Off the account ${formatPounds(cleared)}`] : []),
    ...back.map(({ method, amount }) => `${tenderName(method)} ${formatPounds(amount)}`),
  ];
  return (
    <p className="refund-due figures" role="status">
      {words.length === 0 ? 'Nothing to pay back yet' : words.join(' · ')}
    </p>
  );
}

const columnsOf = ({ form }: ContractForm<Values>, rows: readonly SaleLine[]): Column<SaleLine>[] => [
  { header: 'Item', cell: line => <span className="dialog-line-name">{line.description}</span> },
  {
    header: 'Can come back',
    align: 'end',
    cell: line => <span className="figures">{formatQuantity(line.refundable_quantity)}</span>,
  },
  {
    header: 'Comes back now',
    cell: line => (
      <QuantityInput
        aria-label={`Comes back now of ${line.description}`}
        {...(rows[0] === line ? { 'data-autofocus': true } : {})}
        {...form.getInputProps(`lines.${rows.indexOf(line)}.quantity`)}
      />
    ),
  },
  {
    header: 'Goods',
    cell: line => (
      <NativeSelect
        aria-label={`Goods of ${line.description}`}
        data={(['stock', 'damaged'] as const).map(value => ({ value, label: returnedGoodsNames[value] }))}
        {...form.getInputProps(`lines.${rows.indexOf(line)}.goods`)}
      />
    ),
  },
  {
    header: 'Pays back',
    align: 'end',
    cell: line => {
      const typed = typedQuantity(form.values.lines[rows.indexOf(line)]?.quantity ?? '');
      const amount = refundOf(line, typed);
      return amount === null ? '—' : <Money pence={amount} />;
    },
  },
];
