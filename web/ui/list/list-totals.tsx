import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { formatPounds } from '#domain/kernel/money';
import { useListSlots } from './list-slots';
import './list-totals.css';

/** Totals over all pages of a list, in whole pence; undefined while they load, so that a phone has their lines (F81). */
export const ListTotals = ({ sums }: { sums: readonly (readonly [string, number | undefined])[] }) => (
  <InListFoot>
    <p
      className="list-totals figures"
      aria-label="Totals"
      data-waits={sums.some(([, pence]) => pence === undefined) || undefined}
    >
      {sums.map(([label, pence]) => (
        <span key={label}>
          {label} <strong>{pence === undefined ? '…' : formatPounds(pence)}</strong>
        </span>
      ))}
    </p>
  </InListFoot>
);

/** In the foot of a list page, where what arrives later pushes nothing (F81). */
export function InListFoot({ children }: { children: ReactNode }) {
  const slots = useListSlots();
  if (!slots) return children;
  return slots.totals && createPortal(children, slots.totals);
}
