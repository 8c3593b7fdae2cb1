import { type QuoteDetail, quotes } from '#domain/quotes/quote.contract';
import { request } from '../../platform/api';
import { ReasonDialog } from '../../ui/dialogs/reason-dialog';

type Props = { quote: QuoteDetail; onClose: () => void; onDone: (message: string) => void };

/** Marks a quote as declined. The reason helps with the next quote. */
export const DeclineDialog = ({ quote, onClose, onDone }: Props) => (
  <ReasonDialog
    title={`Decline ${quote.number}`}
    description="Optional. The reason the customer gave"
    isOptional
    maxLength={200}
    submitLabel="Decline"
    schema={quotes.decline.body}
    version={quote.version}
    send={(body, idempotencyKey) =>
      request(quotes.decline, { params: { id: quote.id }, body, idempotencyKey, shownInPlace: true })
    }
    onDone={() => onDone(`${quote.number} declined.`)}
    failure="The quote could not be updated."
    onClose={onClose}
  />
);
