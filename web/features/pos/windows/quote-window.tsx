import { TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { addDays, londonDate } from '#domain/kernel/dates';
import { formatPounds } from '#domain/kernel/money';
import { quoteDays } from '#domain/quotes/quote-state';
import { useReload } from '../../../platform/list-page-query';
import { approvalsAsked } from '../device/pay-basket';
import { refreshCatalogue } from '../device/products';
import { saveQuote } from '../device/save-quote';
import { useTill } from '../till-context';
import { Problem } from './problem';
import { TillForm } from './till-form';

/** Saves the basket as a quote: until when it holds, and off to its page. */
export function QuoteWindow() {
  const till = useTill();
  const navigate = useNavigate();
  const reload = useReload('/quotes');
  const [validUntil, setValidUntil] = useState(() => addDays(londonDate(new Date()), quoteDays));
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const isRunning = useRef(false);
  const { basket, sale } = till;

  const save = async (isApproved = false) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    setProblem(null);
    const words = await saveQuote(till.store, sale.gross, validUntil)
      .then(outcome => {
        if (outcome.kind === 'refused') return whatIsWrong(outcome.refused);
        reload();
        void navigate({ to: '/sales/quotes/$id', params: { id: String(outcome.quote.id) } as never });
        return null;
      })
      .catch(() => 'The quote could not be saved.');
    isRunning.current = false;
    setBusy(false);
    setProblem(words);
    // The window that asked for the approval stands where this one was.
    if (isApproved && words !== null) {
      till.close();
      till.say({ tone: 'danger', text: words });
    }
  };
  const whatIsWrong = (refused: Parameters<typeof approvalsAsked>[0]): string | null => {
    const needs = approvalsAsked(refused);
    if (needs.length > 0) {
      till.open({
        kind: 'approval',
        clientId: basket.clientId,
        needs,
        onApproved: approvals => {
          till.change({ do: 'approved', approvals });
          void save(true);
        },
      });
      return null;
    }
    till.setRefused(refused);
    // The server reckons with other prices than this device: they are fetched, and the basket shows them.
    if (refused.status === 409) void refreshCatalogue();
    return Object.values(refused.errors)[0]?.[0] ?? refused.message;
  };
  return (
    <TillForm
      title={basket.quote ? `Revise ${basket.quote.number}` : 'Save as quote'}
      submitLabel={basket.quote ? 'Save revision' : 'Save quote'}
      onSubmit={() => void save()}
      busy={busy}
      disabled={validUntil === ''}
    >
      <Problem reason={problem} />
      <p className="till-nothing">
        {formatPounds(sale.gross)} for {basket.customer?.name}. Nothing is sold and no stock is taken.
      </p>
      <TextInput
        label="Valid until"
        type="date"
        size="md"
        required
        data-autofocus
        min={londonDate(new Date())}
        value={validUntil}
        onChange={event => setValidUntil(event.currentTarget.value)}
      />
    </TillForm>
  );
}
