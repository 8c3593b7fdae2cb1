import { type QuoteState, quoteStateNames } from '#domain/quotes/quote-state';
import { Badge, type Tone } from '../../ui/badge';

const tones: Readonly<Record<QuoteState, Tone>> = {
  open: 'info',
  accepted: 'success',
  declined: 'danger',
  expired: 'warning',
  invoiced: 'secondary',
};

export const QuoteBadge = ({ state }: { state: QuoteState }) => (
  <Badge tone={tones[state]}>{quoteStateNames[state]}</Badge>
);
