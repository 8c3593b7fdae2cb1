import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { Check, FileText, Receipt } from 'lucide-react';
import { useRef, useState } from 'react';
import { type QuoteDetail, quotes } from '#domain/quotes/quote.contract';
import { sales } from '#domain/sales/sale.contract';
import { useAccess } from '../../platform/access';
import { request } from '../../platform/api';
import { blockedEntry, entryFor } from '../../ui/menus/blocked-entry';
import { MoreMenu } from '../../ui/menus/more-menu';
import type { Notices } from '../../ui/notice';
import { BackButton } from '../../ui/page-link';
import { useAttempts } from '../../ui/form/use-attempts';
import type { QuoteDialogState } from './quote-dialogs';
import { saveQuotePdf } from './save-quote-pdf';

type Props = {
  quote: QuoteDetail;
  notices: Notices;
  onOpen: (dialog: QuoteDialogState) => void;
  onDone: (message: string) => void;
};

/**
 * The actions of a quote, disabled with a reason where its state does not allow them. Read-only users get the
 * PDF.
 */
export function QuoteActions({ quote, notices, onOpen, onDone }: Props) {
  const { canCall } = useAccess();
  const canQuote = canCall(quotes.create);
  const { busy, take } = useStep(quote, notices, onDone);
  const { can } = quote;
  const atDesk = useDesk(quote);
  return (
    <>
      <BackButton to="/sales/quotes">Back to List</BackButton>
      <Button
        variant="default"
        leftSection={<FileText size={16} />}
        onClick={() => void saveQuotePdf(quote, notices)}
      >
        PDF
      </Button>
      {canQuote && <More quote={quote} onOpen={onOpen} onReopen={() => void take('reopen')} />}
      {canQuote && can.accept.allowed && (
        <Button
          variant="default"
          leftSection={<Check size={16} />}
          loading={busy}
          onClick={() => void take('accept')}
        >
          Accept
        </Button>
      )}
      {canQuote && canCall(sales.complete) && can.invoice.allowed && (
        <Button leftSection={<Receipt size={16} />} onClick={() => atDesk('invoice')}>
          Create invoice
        </Button>
      )}
      {canQuote && can.confirm.allowed && <Button onClick={() => onOpen('confirm')}>Confirm prices</Button>}
    </>
  );
}

/** Opens the sales desk with the basket of the quote. */
function useDesk({ id }: QuoteDetail) {
  const navigate = useNavigate();
  return (use: 'invoice' | 'revise') =>
    void navigate({
      to: '/sales/pos-new/quote/$id',
      params: { id: String(id) },
      search: use === 'revise' ? { use } : {},
    });
}

const stepDone = { accept: 'accepted', reopen: 'reopened' } as const;

function useStep(quote: QuoteDetail, notices: Notices, onDone: Props['onDone']) {
  const [busy, setBusy] = useState(false);
  const attempts = useAttempts((step: keyof typeof stepDone, idempotencyKey: string) =>
    request(quotes[step], {
      params: { id: quote.id },
      body: { version: quote.version },
      idempotencyKey,
      shownInPlace: true,
    }),
  );
  const version = useRef(quote.version);
  const take = async (step: keyof typeof stepDone) => {
    setBusy(true);
    // A step of another version is another request.
    if (version.current !== quote.version) attempts.startAfresh();
    version.current = quote.version;
    try {
      await attempts.send(step);
      onDone(`${quote.number} ${stepDone[step]}.`);
    } catch (error) {
      notices.failedWrite(error, 'The quote could not be updated. Try again.', { isRepeatable: true });
    } finally {
      setBusy(false);
    }
  };
  return { busy, take };
}

type MenuProps = Pick<Props, 'quote' | 'onOpen'> & { onReopen: () => void };

function More({ quote, onOpen, onReopen }: MenuProps) {
  const atDesk = useDesk(quote);
  const { can } = quote;
  // Only an expired quote has prices to confirm.
  const items = [
    ...entryFor(true, can.send, 'Email', () => onOpen('email')),
    ...entryFor(true, can.revise, 'Revise', () => atDesk('revise')),
    ...blockedEntry(true, can.accept, 'Accept'),
    ...blockedEntry(true, can.invoice, 'Create invoice'),
    ...entryFor(true, can.decline, 'Decline', () => onOpen('decline')),
    ...entryFor(true, can.reopen, 'Reopen', onReopen),
  ];
  return <MoreMenu items={items} />;
}
