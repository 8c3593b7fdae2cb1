import { type QuoteDetail, quotes } from '#domain/quotes/quote.contract';
import { request, requestFile } from '../../platform/api';
import { EmailDocumentDialog } from '../../ui/dialogs/email-document-dialog';
import { quoteMailDraft } from './quotes.queries';

type Props = { quote: QuoteDetail; onClose: () => void; onDone: (message: string) => void };

/** Emails a quote with its PDF. */
export const EmailQuoteDialog = ({ quote, ...dialogProps }: Props) => (
  <EmailDocumentDialog
    {...dialogProps}
    title={`Email ${quote.number}`}
    draft={quoteMailDraft(quote.id)}
    paper={() => requestFile(quotes.pdf, { params: { id: quote.id }, query: {}, shownInPlace: true })}
    schema={quotes.email.body}
    send={(body, idempotencyKey) =>
      request(quotes.email, { params: { id: quote.id }, body, idempotencyKey, shownInPlace: true })
    }
    failure="The quote could not be sent."
  />
);
