import { type QuoteDetail, quotes } from '#domain/quotes/quote.contract';
import { request, requestFile } from '../../platform/api';
import { EmailDocumentWindow } from '../../ui/email-document-window';

type Props = { quote: QuoteDetail; onClose: () => void; onDone: (message: string) => void };

/** Emails a quote with its PDF. */
export const EmailQuoteDialog = ({ quote, ...window }: Props) => (
  <EmailDocumentWindow
    {...window}
    title={`Email ${quote.number}`}
    draft={signal => request(quotes.emailDraft, { params: { id: quote.id }, signal, shownInPlace: true })}
    paper={() => requestFile(quotes.pdf, { params: { id: quote.id }, query: {}, shownInPlace: true })}
    schema={quotes.email.body}
    send={(body, idempotencyKey) =>
      request(quotes.email, { params: { id: quote.id }, body, idempotencyKey, shownInPlace: true })
    }
    failure="The quote could not be sent."
  />
);
