import * as z from 'zod';
import { type CalendarDate, formatDate } from '../kernel/dates';
import { no, type RuleResult, yes } from '../kernel/rule-result';

/** The stored status of a quote. Expiry follows from its date. */
export type QuoteStatus = 'open' | 'accepted' | 'declined' | 'invoiced';

/** The displayed status of a quote on a date. */
export const quoteState = z.enum(['open', 'accepted', 'declined', 'expired', 'invoiced'], 'Choose a status.');
export type QuoteState = z.infer<typeof quoteState>;
export const quoteStateNames: Readonly<Record<QuoteState, string>> = {
  open: 'Open',
  accepted: 'Accepted',
  declined: 'Declined',
  expired: 'Expired',
  invoiced: 'Invoiced',
};

/** The default and longest validity of a quote in days. */
export const quoteDays = 30;
export const maxQuoteDays = 366;

/** A quote accepted in time does not expire, because its prices are agreed. */
export const quoteStateOn = (
  { status, validUntil }: { readonly status: QuoteStatus; readonly validUntil: CalendarDate },
  today: CalendarDate,
): QuoteState => (status === 'open' && validUntil < today ? 'expired' : status);

/** The steps of a quote: from which statuses, and to which. */
export const quoteSteps = {
  send: { from: ['open', 'accepted'], to: null },
  accept: { from: ['open'], to: 'accepted' },
  decline: { from: ['open', 'accepted', 'expired'], to: 'declined' },
  reopen: { from: ['accepted', 'declined'], to: 'open' },
  confirm: { from: ['expired'], to: 'open' },
  revise: { from: ['open', 'expired'], to: 'open' },
  invoice: { from: ['open', 'accepted'], to: 'invoiced' },
} as const satisfies Record<string, { from: readonly QuoteState[]; to: QuoteStatus | null }>;
export type QuoteStep = keyof typeof quoteSteps;

/** The fields of a quote the rules need. */
export type QuoteToStep = {
  readonly number: string;
  readonly state: QuoteState;
  readonly validUntil: CalendarDate;
  /** The sale it became. */
  readonly saleNumber: string | null;
};

/** Whether a step is allowed. The reason says what to do first. */
export function canStep(step: QuoteStep, quote: QuoteToStep): RuleResult {
  return (quoteSteps[step].from as readonly QuoteState[]).includes(quote.state)
    ? yes
    : no(blockedReason(step, quote));
}

function blockedReason(step: QuoteStep, { number, state, validUntil, saleNumber }: QuoteToStep): string {
  switch (state) {
    case 'invoiced':
      return saleNumber === null
        ? `${number} has already been invoiced.`
        : `${number} has been invoiced as ${saleNumber}.`;
    case 'expired':
      return step === 'reopen'
        ? `${number} has expired rather than closed. Confirm its prices or revise it.`
        : `${number} was valid until ${formatDate(validUntil)}. Confirm its prices or revise it first.`;
    case 'declined':
      return step === 'decline'
        ? `${number} has already been declined.`
        : `${number} was declined. Reopen it first.`;
    case 'accepted':
      return step === 'accept'
        ? `${number} has already been accepted.`
        : `${number} was accepted. Reopen it first.`;
    case 'open':
      return step === 'reopen'
        ? `${number} is already open.`
        : `${number} is valid until ${formatDate(validUntil)}, so its prices do not need confirming.`;
  }
}
