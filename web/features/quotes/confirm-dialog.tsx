import { Alert, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { addDays } from '#domain/kernel/dates';
import { formatPounds, poundsFromPence } from '#domain/kernel/money';
import { quantityWords } from '#domain/kernel/unit-words';
import { quoteDays } from '#domain/quotes/quote-state';
import { type PriceComparison, type QuoteDetail, quotes } from '#domain/quotes/quote.contract';
import '../../ui/lines/dialog-lines.css';
import { request } from '../../platform/api';
import { messageOf } from '../../platform/api-error';
import type { Column } from '../../ui/table/data-table';
import { today } from '../../ui/form/dated-fields';
import { Form, useContractForm } from '../../ui/form/form';
import { GuardedDialog } from '../../ui/dialogs/guarded-dialog';
import { LongTable } from '../../ui/table/long-table';
import { Money } from '../../ui/money';
import { DateInput } from '../../ui/dates/date-input';
import { isUndecided } from '../../ui/form/use-attempts';
import { useApproval } from '../tills';
import { pricesToday } from './quotes.queries';

type Props = { quote: QuoteDetail; onClose: () => void; onDone: (message: string) => void };

/** An expired quote at today's prices, to confirm the quoted ones. */
export function ConfirmDialog({ quote, onClose, onDone }: Props) {
  // Kept after a lost answer: confirmed, the quote has another version, and its form would leave with its key.
  const [kept, setKept] = useState<QuoteDetail | null>(null);
  const shown = kept ?? quote;
  const found = useQuery({ ...pricesToday(shown), enabled: kept === null });
  return (
    <GuardedDialog onClose={onClose} title={`Confirm prices for ${quote.number}`} size={720}>
      {found.data ? (
        <Confirm
          key={found.data.today}
          quote={shown}
          comparison={found.data}
          onClose={onClose}
          onDone={onDone}
          // Before the page is read again.
          onUndecided={() => flushSync(() => setKept(shown))}
          onRefused={() => {
            setKept(null);
            void found.refetch();
          }}
        />
      ) : found.isError ? (
        <Problem words={messageOf(found.error, 'Today’s prices could not be loaded.')} />
      ) : (
        <Skeleton height={220} role="status" aria-label="Loading today’s prices" />
      )}
    </GuardedDialog>
  );
}

const Problem = ({ words }: { words: string }) => (
  <Alert role="alert" color="red" variant="light" icon={<CircleAlert size={18} />}>
    {words}
  </Alert>
);

type ConfirmProps = Props & {
  comparison: PriceComparison;
  onUndecided: () => void;
  onRefused: () => void;
};

function Confirm({ quote, comparison, onClose, onDone, onUndecided, onRefused }: ConfirmProps) {
  const { quoted, today: now, problem } = comparison;
  const names = new Map(quote.lines.map(({ product, description }) => [product.id, description]));
  const approval = useApproval(id => names.get(id) ?? 'a product');
  const form = useContractForm({
    schema: quotes.confirm.body.pick({ valid_until: true }),
    initial: { valid_until: addDays(today(), quoteDays) },
    send: async ({ valid_until }, idempotencyKey) => {
      const body = {
        valid_until,
        version: quote.version,
        expected_total: poundsFromPence(now),
      };
      try {
        return await approval.withApproval(comparison.client_id, approvals =>
          request(quotes.confirm, {
            params: { id: quote.id },
            body: { ...body, approvals: [...approvals] },
            idempotencyKey,
            shownInPlace: true,
          }),
        );
      } catch (error) {
        if (isUndecided(error)) onUndecided();
        else onRefused();
        throw error;
      }
    },
    onDone: () => onDone(`Prices confirmed for ${quote.number}.`),
    failure: 'The prices could not be confirmed.',
  });
  if (problem !== null) return <Problem words={`${problem} Revise the quote instead.`} />;
  const differing = comparison.lines.filter(line => line.quoted !== line.today);
  return (
    <>
      <Form isDocument form={form} submitLabel="Keep the quoted prices" onCancel={onClose}>
        <p className="dialog-note">
          {quoted === now && differing.length === 0
            ? `The total is the same at today’s prices: ${formatPounds(now)}.`
            : `Quoted at ${formatPounds(quoted)}. At today’s prices it would be ${formatPounds(now)}. To offer today’s prices instead, revise the quote.`}
        </p>
        {differing.length > 0 && (
          <LongTable
            label="Price changes"
            rows={differing}
            rowKey={line => line.line_number}
            columns={columns}
            empty="No price changes."
          />
        )}
        <DateInput label="Valid until" required data-autofocus {...form.form.getInputProps('valid_until')} />
      </Form>
      {approval.dialog}
    </>
  );
}

const columns: readonly Column<PriceComparison['lines'][number]>[] = [
  { header: 'Item', cell: line => line.description },
  {
    header: 'Quantity',
    align: 'end',
    cell: line => <span className="figures">{quantityWords(line.quantity, line.unit)}</span>,
  },
  { header: 'Quoted', align: 'end', cell: line => <Money pence={line.quoted} /> },
  { header: 'Today', align: 'end', cell: line => <Money pence={line.today} /> },
];
