import { type QuoteShown, quotes } from '#domain/quotes/quote.contract';
import { BackButton } from '../../ui/page-link';
import { PricedLines } from '../../ui/lines/priced-lines';
import { RecordOrReason } from '../../ui/record/record-or-reason';
import { RecordPage } from '../../ui/record/record-page';
import { useRecordDialogs } from '../../ui/record/use-record-dialogs';
import { RecordEmailsCard } from '../emails';
import { chainOfQuote } from '../invoices';
import { RecordActivity } from '../notes';
import { QuoteActions } from './quote-actions';
import { QuoteBadge } from './quote-badge';
import { QuoteInformation } from './quote-information';
import { QuoteRevisions } from './quote-revisions';
import { QuoteDialogs, type QuoteDialogState } from './quote-dialogs';
import { quoteById, quoteList } from './quotes.queries';

/** One quote: lines, status and what became of it. */
export const QuoteDetailPage = () => (
  <RecordOrReason
    record={quoteById}
    list={quoteList}
    noun="quote"
    title="Quote"
    back={<BackButton to="/sales/quotes">Back to List</BackButton>}
  >
    {(quote: QuoteShown) => <Details quote={quote} />}
  </RecordOrReason>
);

function Details({ quote }: { quote: QuoteShown }) {
  const { notices, open, setOpen, close, changed } = useRecordDialogs<QuoteDialogState>(quotes.list);
  return (
    <RecordPage
      title={quote.number}
      status={
        <>
          <QuoteBadge state={quote.state} />
          {quote.revision > 1 && <span>Revision {quote.revision}</span>}
        </>
      }
      actions={<QuoteActions quote={quote} notices={notices} onOpen={setOpen} onDone={changed} />}
      notices={notices}
      chain={chainOfQuote(quote)}
      sections={{
        summary: <QuoteInformation quote={quote} />,
        lines: <PricedLines lines={quote.lines} totals={quote} empty="This quote has no lines." />,
        history: (
          <>
            <QuoteRevisions quote={quote} notices={notices} />
            <RecordEmailsCard type="quote" id={quote.id} />
            <RecordActivity recordType="quote" recordId={quote.id} />
          </>
        ),
      }}
    >
      {open && <QuoteDialogs quote={quote} open={open} onClose={close} onDone={changed} />}
    </RecordPage>
  );
}
