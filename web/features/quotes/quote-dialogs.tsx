import type { QuoteDetail } from '#domain/quotes/quote.contract';
import { onDemand } from '../../ui/on-demand';

const dialogs = () => import('./dialogs');
const EmailQuoteDialog = onDemand(async () => (await dialogs()).EmailQuoteDialog);
const DeclineDialog = onDemand(async () => (await dialogs()).DeclineDialog);
const ConfirmDialog = onDemand(async () => (await dialogs()).ConfirmDialog);

/** The dialog open over the quote page. */
export type QuoteDialogState = 'email' | 'decline' | 'confirm';

type Props = {
  quote: QuoteDetail;
  open: QuoteDialogState;
  onClose: () => void;
  onDone: (message: string) => void;
};

export function QuoteDialogs({ open, ...common }: Props) {
  switch (open) {
    case 'email':
      return <EmailQuoteDialog {...common} />;
    case 'decline':
      return <DeclineDialog {...common} />;
    case 'confirm':
      return <ConfirmDialog {...common} />;
  }
}
