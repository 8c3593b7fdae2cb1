import { Alert, Button, Modal, TextInput } from '@mantine/core';
import { useState } from 'react';
import { saleExceptionNames } from '#domain/sales/sale-exception';
import { type SaleExceptionListed, saleExceptions } from '#domain/sales/sale-exceptions.contract';
import { formatMoment } from '#domain/kernel/dates';
import { request } from '../../platform/api';
import { FactList } from '../../ui/record/fact-list';
import { Form, useContractForm } from '../../ui/form/form';
import { Money } from '../../ui/money';
import { useFailedWrite } from '../../ui/form/use-failed-write';

type Props = {
  exception: SaleExceptionListed;
  onClose: () => void;
  onDone: (message: string) => void;
};

/** One exception with its details. A manager marks it as reviewed or retries posting the sale. */
export function ReviewDialog({ exception, onClose, onDone }: Props) {
  const { id, sale, reviewed_at } = exception;
  const isUnposted = sale === null;
  const form = useContractForm({
    schema: saleExceptions.review.body,
    initial: { note: '' },
    send: (body, idempotencyKey) =>
      request(saleExceptions.review, { params: { id }, body, idempotencyKey, shownInPlace: true }),
    onDone: () => onDone('Marked as reviewed.'),
    failure: 'The exception could not be marked as reviewed.',
  });
  return (
    <Modal opened onClose={onClose} title={saleExceptionNames[exception.kind]} size={560}>
      <p>{exception.words}</p>
      <FactList facts={factsOf(exception)} />
      {isUnposted && reviewed_at === null && <PostSaleAgain id={id} onDone={onDone} />}
      {reviewed_at === null && (
        <Form form={form} submitLabel="Mark as reviewed" onCancel={onClose}>
          <TextInput
            label={isUnposted ? 'How was this resolved?' : 'Note'}
            description={isUnposted ? 'For example, the invoice number it was entered under.' : undefined}
            required={isUnposted}
            maxLength={300}
            data-autofocus
            {...form.form.getInputProps('note')}
          />
        </Form>
      )}
    </Modal>
  );
}

function PostSaleAgain({ id, onDone }: { id: number; onDone: (message: string) => void }) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const failed = useFailedWrite(setProblem);
  const book = async () => {
    setBusy(true);
    try {
      const { sale } = await request(saleExceptions.postAgain, { params: { id }, shownInPlace: true });
      onDone(`Recorded as ${sale?.number ?? 'a sale'}.`);
    } catch (error) {
      failed(error, 'The sale could not be recorded.');
      setBusy(false);
    }
  };
  return (
    <>
      {problem && (
        <Alert role="alert" color="red" variant="light" my={8}>
          {problem}
        </Alert>
      )}
      <Button variant="default" my={8} loading={busy} onClick={() => void book()}>
        Try again
      </Button>
    </>
  );
}

const factsOf = (row: SaleExceptionListed) => [
  { label: 'Total', value: <Money pence={row.total} /> },
  ...(row.sale ? [{ label: 'Invoice', value: row.sale.number }] : []),
  ...(row.receipt_number ? [{ label: 'Receipt', value: row.receipt_number }] : []),
  ...(row.register ? [{ label: 'Till', value: row.register }] : []),
  ...(row.sold_by ? [{ label: 'Sold by', value: row.sold_by }] : []),
  ...(row.sent_by ? [{ label: 'Sent by', value: row.sent_by }] : []),
  ...(row.sold_at ? [{ label: 'Sold', value: formatMoment(row.sold_at) }] : []),
  ...(row.reviewed_at
    ? [{ label: 'Reviewed', value: `${row.reviewed_by ?? ''}, ${formatMoment(row.reviewed_at)}` }]
    : []),
  ...(row.note ? [{ label: 'Note', value: row.note }] : []),
];
