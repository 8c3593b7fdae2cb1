import { NativeSelect, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import * as z from 'zod';
import type { BodySent } from '#domain/kernel/call';
import { formatPounds, poundsFromPence } from '#domain/kernel/money';
import {
  refundableSaleOf,
  tendersOf,
  type RefundOption,
  type RefundOptions,
} from '#domain/sales/refund-options';
import { type SaleDetail, sales } from '#domain/sales/sale.contract';
import { request } from '../../platform/api';
import { newClientId } from '../../platform/client-id';
import { tenderName } from '../../platform/payment-names';
import { DocumentFoot } from '../../ui/lines/document-foot';
import { DraftAlerts } from '../../ui/form/draft-alerts';
import { type ContractForm, Form } from '../../ui/form/form';
import { GuardedDialog } from '../../ui/dialogs/guarded-dialog';
import { type LineStore, useLines } from '../../ui/lines/line-store';
import { filled, sending, type SentLines } from '../../ui/lines/sent-lines';
import { useDocumentForm } from '../../ui/lines/use-document-form';
import { useApproval } from '../tills';
import { blankReturn, RefundLines, type ReturnValues, typedReturn } from './refund-lines';
import { refundSums, refundOptionsFor } from './refund-sums';
import { useFirstDrawer, useOpenTills } from './use-open-tills';

type Values = {
  reason: string;
  by: RefundOption | '';
  session_id: string;
  lines: ReturnValues[];
  /** What a PIN approval is for. */
  client_id: string;
};
type Props = { sale: SaleDetail; onClose: () => void; onDone: (message: string) => void };

/**
 * Refunds items at the price paid, or an amount where the customer keeps them, to the original payment methods by default.
 * It is kept in the browser until it is recorded.
 */
export function RefundDialog({ sale, onClose, onDone }: Props) {
  const tills = useOpenTills();
  const { rows, document, options, approval } = useRefund(sale, tills, onDone);
  const { form, lines, autosave } = document;
  const field = form.form.getInputProps;
  return (
    <GuardedDialog onClose={onClose} title={`Refund ${sale.number}`} size={760}>
      <Form isDocument form={form} submitLabel="Refund" onCancel={onClose}>
        <DraftAlerts {...document} />
        <RefundLines form={form.form} rows={rows} lines={lines} />
        <div className="form-columns">
          <TextInput className="form-wide" label="Reason" required maxLength={200} {...field('reason')} />
          <PayBackField form={form} lines={lines} options={options} />
          {tills && tills.length > 1 && (
            <NativeSelect
              label="Cash from till"
              data={tills.map(({ session, name }) => ({ value: String(session), label: name }))}
              {...field('session_id')}
            />
          )}
        </div>
        <DocumentFoot kept={autosave.kept}>
          <Sums sale={sale} lines={lines} form={form} options={options} />
        </DocumentFoot>
      </Form>
      {approval.dialog}
    </GuardedDialog>
  );
}

function useRefund(sale: SaleDetail, tills: ReturnType<typeof useOpenTills>, onDone: Props['onDone']) {
  const firstDrawer = useFirstDrawer();
  const approval = useApproval();
  // The lines of when it was opened: the sale is read again meanwhile, and what is entered stays with its line.
  const [offeredLines] = useState(() =>
    sale.lines.filter(line => line.refundable_quantity > 0).map(({ line_number }) => line_number),
  );
  const rows = useMemo(
    () => sale.lines.filter(({ line_number }) => offeredLines.includes(line_number)),
    [sale.lines, offeredLines],
  );
  const options = (lines: readonly ReturnValues[]) => {
    const { due } = refundSums(sale, lines.map(typedReturn));
    return refundOptionsFor(sale, due, tills === undefined || tills.length > 0);
  };
  const document = useDocumentForm<Values, ReturnValues, SaleDetail>({
    draft: { of: `refund-of-sale-${sale.id}`, id: 'new' },
    record: () => ({ ...blankRefund(), lines: rows.map(blankReturn) }),
    restoreLines: stored =>
      rows.map(row => stored.find(({ line_number }) => line_number === row.line_number) ?? blankReturn(row)),
    schema: z.preprocess(values => {
      const typed = values as Values;
      return { ...typed, by: chosenOf(typed, options(typed.lines)) };
    }, refundForm),
    send: async (values, idempotencyKey) => {
      const sent = refundBody(sale, values, await firstDrawer());
      return sending(sent, body =>
        approval.withApproval(values.client_id, approvals =>
          refundWith(sale, { ...body, approvals: [...approvals] }, idempotencyKey),
        ),
      );
    },
    onDone: saved => onDone(`Refund recorded as credit note ${saved.credit_notes.at(-1)?.number ?? ''}.`),
    failure: 'The refund could not be recorded.',
  });
  return { rows, document, options, approval };
}

const refundForm = sales.refund.body
  .pick({ reason: true })
  .loose()
  .extend({ by: z.string().min(1, 'Choose how to refund it.') });

const blankRefund = (): Omit<Values, 'lines'> => ({
  reason: '',
  by: 'as_paid',
  session_id: '',
  client_id: newClientId(),
});

type RefundBody = BodySent<typeof sales.refund>;

/** The refund to send. Cash comes out of the chosen drawer. */
function refundBody(
  sale: SaleDetail,
  values: Values,
  firstDrawer: number | undefined,
): SentLines<RefundBody> {
  const lines = values.lines.map(typedReturn);
  const { gross, due } = refundSums(sale, lines);
  const tenders = values.by === '' ? [] : tendersOf(refundableSaleOf(sale), due, values.by);
  const drawer = values.session_id === '' ? firstDrawer : Number(values.session_id);
  const sent = filled(
    lines,
    ({ goods, amount, quantity }) => (goods === 'kept' ? amount : quantity) !== '',
    ({ line_number, goods, amount, quantity }): RefundBody['lines'][number] =>
      goods === 'kept' ? { line_number, amount, goods } : { line_number, quantity, goods },
  );
  return {
    body: {
      client_id: values.client_id,
      session_id: tenders.some(({ method }) => method === 'cash') ? (drawer ?? null) : null,
      reason: values.reason,
      lines: sent.lines,
      expected_total: poundsFromPence(gross),
      tenders: tenders.map(({ method, amount }) => ({ method, amount: poundsFromPence(amount) })),
    },
    places: sent.places,
  };
}

const refundWith = (sale: SaleDetail, body: RefundBody, idempotencyKey: string) =>
  request(sales.refund, { params: { id: sale.id }, body, idempotencyKey, shownInPlace: true });

type ChoiceProps = {
  form: ContractForm<Values>;
  lines: LineStore<ReturnValues>;
  /** The refund methods for what is entered. */
  options: (lines: readonly ReturnValues[]) => RefundOptions;
};

function PayBackField({ form: { form }, lines, options }: ChoiceProps) {
  const { offered, asPaidReason } = options(useLines(lines));
  const by = chosenOf(form.values, { offered });
  return (
    <NativeSelect
      label="Refund to"
      description={asPaidReason && `The original payment method is not available. ${asPaidReason}`}
      {...form.getInputProps('by')}
      data={[
        ...(by === '' ? [{ value: '', label: 'Choose a method' }] : []),
        ...offered.map(value => ({ value, label: refundOptionName(value) })),
      ]}
      value={by}
    />
  );
}

const refundOptionName = (option: RefundOption) => {
  if (option === 'as_paid') return 'Original payment method';
  return option === 'wallet' ? 'Wallet' : tenderName(option);
};

/** The chosen method while it is offered. Another one is never chosen for the user. */
const chosenOf = ({ by }: Values, { offered }: Pick<RefundOptions, 'offered'>) =>
  offered.find(option => option === by) ?? '';

function Sums({ sale, form: { form }, lines, options }: ChoiceProps & { sale: SaleDetail }) {
  const typed = useLines(lines);
  const by = chosenOf(form.values, options(typed));
  const { cleared, due } = refundSums(sale, typed.map(typedReturn));
  const back = by === '' ? [] : tendersOf(refundableSaleOf(sale), due, by);
  const words = [
    ...(cleared > 0 ? [`Taken off balance due ${formatPounds(cleared)}`] : []),
    ...back.map(({ method, amount }) => `${tenderName(method)} ${formatPounds(amount)}`),
  ];
  return (
    <p className="refund-due figures" role="status">
      {words.length > 0
        ? words.join(' · ')
        : due > 0
          ? `${formatPounds(due)} to refund`
          : 'Enter what is being returned or refunded'}
    </p>
  );
}
