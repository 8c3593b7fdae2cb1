import { createPortal } from 'react-dom';
import { formatPounds } from '#domain/kernel/money';
import { useListSlots } from './list-slots';
import './list-totals.css';

/** Totals over all pages of a list, in whole pence. On a list page they are in its foot, so that they push nothing. */
export function ListTotals({ sums }: { sums: readonly (readonly [string, number])[] }) {
  const slots = useListSlots();
  if (slots && !slots.totals) return null;
  const totals = (
    <p className="list-totals figures" aria-label="Totals">
      {sums.map(([label, pence]) => (
        <span key={label}>
          {label} <strong>{formatPounds(pence)}</strong>
        </span>
      ))}
    </p>
  );
  return slots?.totals ? createPortal(totals, slots.totals) : totals;
}
