import type { CellError } from './imported-row';

/** Parses payment terms in days. A blank cell leaves them as they are. */
export function readTermsDays(text: string | undefined): {
  read: { payment_terms_days?: number };
  errors: CellError[];
} {
  if (text === undefined) return { read: {}, errors: [] };
  if (/^\d{1,3}$/.test(text)) return { read: { payment_terms_days: Number(text) }, errors: [] };
  const message = 'Enter a whole number of days, such as 30.';
  return { read: {}, errors: [{ field: 'payment_terms_days', message }] };
}
