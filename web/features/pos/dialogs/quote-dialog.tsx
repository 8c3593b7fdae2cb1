import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { addDays, type CalendarDate, londonDate } from '#domain/kernel/dates';
import { formatPounds } from '#domain/kernel/money';
import { quoteDays } from '#domain/quotes/quote-state';
import { quotes } from '#domain/quotes/quote.contract';
import { requestedApprovals } from '../../tills';
import { refreshCustomersAgain } from '../device/customers';
import { refreshCatalogueAgain } from '../device/products';
import { settlingQuote } from '../device/open-request';
import { saveQuote } from '../device/save-quote';
import { mayBeRecorded, useUnanswered } from '../device/unanswered';
import type { Refused } from '../engine/queue';
import { useTill } from '../till-context';
import type { Till } from '../till-state';
import { Problem } from './problem';
import { TillForm } from './till-form';
import { DateInput } from '../../../ui/dates/date-input';
import { useReload } from '../../../platform/reload';

/** Saves the basket as a quote, then opens the quote, asks for approval or shows the reason. */
function useSaveQuote(validUntil: CalendarDate) {
  const till = useTill();
  const navigate = useNavigate();
  const reload = useReload(quotes.list);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  // Two key presses can be faster than one render.
  const isRunning = useRef(false);

  const saveOnce = async (): Promise<string | null> => {
    const outcome = await till.store.whileSending(() =>
      saveQuote(till.store, till.sale.gross, { validUntil, user: till.user }),
    );
    if (outcome.kind === 'refused') return quoteError(till, outcome.refused, () => void save(true));
    reload();
    void navigate({ to: '/sales/quotes/$id', params: { id: String(outcome.quote.id) } });
    return null;
  };
  const save = async (isApproved = false) => {
    if (isRunning.current || till.store.isSending.get()) return;
    isRunning.current = true;
    setBusy(true);
    setProblem(null);
    const words = await saveOnce().catch(() => 'The quote could not be saved.');
    isRunning.current = false;
    setBusy(false);
    setProblem(words);
    // The approval dialog has replaced this one.
    if (isApproved && words !== null) {
      till.close();
      till.say({ tone: 'danger', text: words });
    }
  };
  return { busy, problem, save: () => void save() };
}

/** Handles a refusal. Returns the message to show in the dialog, unless it is shown elsewhere. */
function quoteError(till: Till, refused: Refused, again: () => void): string | null {
  const needs = requestedApprovals(refused);
  if (needs.length > 0) {
    till.open({
      kind: 'approval',
      clientId: till.basket.clientId,
      needs,
      onApproved: approvals => {
        till.change({ do: 'approved', approvals });
        again();
      },
    });
    return null;
  }
  till.setRefused(refused);
  // The server has other prices or another price group, so fetch them and update the basket.
  if (refused.status === 409) {
    void refreshCatalogueAgain();
    void refreshCustomersAgain();
  }
  return Object.values(refused.errors)[0]?.[0] ?? refused.message;
}

const today = () => londonDate(new Date());

/** Asks only for the date the quote is valid until. */
export function QuoteDialog() {
  const { basket, sale } = useTill();
  const [validUntil, setValidUntil] = useState(() => addDays(today(), quoteDays));
  const { busy, problem, save } = useSaveQuote(validUntil);
  const isUnanswered = useUnanswered(settlingQuote(basket).name) !== undefined && !busy;
  return (
    <TillForm
      title={basket.quote ? `Revise ${basket.quote.number}` : 'Save as quote'}
      submitLabel={isUnanswered ? 'Send again' : basket.quote ? 'Save revision' : 'Save quote'}
      onSubmit={save}
      busy={busy}
      disabled={validUntil === ''}
    >
      <Problem reason={isUnanswered ? mayBeRecorded('this quote') : problem} />
      <p className="till-nothing">
        {formatPounds(sale.gross)} for {basket.customer?.name}. Saving a quote does not sell anything or
        reserve stock.
      </p>
      <DateInput
        label="Valid until"
        size="md"
        required
        data-autofocus
        disabled={isUnanswered}
        min={today()}
        value={validUntil}
        onChange={date => setValidUntil(date)}
      />
    </TillForm>
  );
}
