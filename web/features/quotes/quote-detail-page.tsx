import { useState } from 'react';
import { type QuoteDetail, quotes } from '#domain/quotes/quote.contract';
import { usePageTitle } from '../../platform/page-title';
import { NoticeAlert, useNotice } from '../../ui/notice';
import { PageHeader } from '../../ui/page-header';
import { PricedLines } from '../../ui/priced-lines';
import { RecordOrReason } from '../../ui/record-or-reason';
import { useReload } from '../../platform/reload';
import { RecordEmailsCard } from '../emails';
import { RecordActivity } from '../notes';
import { QuoteActions } from './quote-actions';
import { QuoteBadge } from './quote-badge';
import { QuoteInformation } from './quote-information';
import { QuoteRevisions } from './quote-revisions';
import { QuoteDialogs, type QuoteDialogState } from './quote-dialogs';
import { quoteById } from './quotes.queries';

/** One quote: lines, status and what became of it. */
export const QuoteDetailPage = () => (
  <RecordOrReason record={quoteById} noun="quote" title="Quote">
    {(quote: QuoteDetail) => <Details quote={quote} />}
  </RecordOrReason>
);

function Details({ quote }: { quote: QuoteDetail }) {
  const notices = useNotice();
  const reload = useReload(quotes.list);
  const [open, setOpen] = useState<QuoteDialogState | null>(null);
  usePageTitle(quote.number);
  const changed = (message: string) => {
    setOpen(null);
    reload(() => notices.succeeded(message));
  };
  return (
    <>
      <PageHeader
        title={quote.number}
        detail={
          <span className="document-badges">
            <QuoteBadge state={quote.state} />
            {quote.revision > 1 && <span>Revision {quote.revision}</span>}
          </span>
        }
        actions={<QuoteActions quote={quote} notices={notices} onOpen={setOpen} onDone={changed} />}
      />
      <NoticeAlert notices={notices} />
      <QuoteInformation quote={quote} />
      <PricedLines lines={quote.lines} totals={quote} empty="This quote has no lines." />
      <QuoteRevisions quote={quote} notices={notices} />
      <RecordEmailsCard type="quote" id={quote.id} />
      <RecordActivity recordType="quote" recordId={quote.id} />
      {open && <QuoteDialogs quote={quote} open={open} onClose={() => setOpen(null)} onDone={changed} />}
    </>
  );
}
