import { formatPounds } from '#domain/kernel/money';
import './list-totals.css';

/** Totals over all pages of a list, in whole pence. */
export const ListTotals = ({ sums }: { sums: readonly (readonly [string, number])[] }) => (
  <p className="list-totals figures" aria-label="Totals">
    {sums.map(([label, pence]) => (
      <span key={label}>
        {label} <strong>{formatPounds(pence)}</strong>
      </span>
    ))}
  </p>
);
