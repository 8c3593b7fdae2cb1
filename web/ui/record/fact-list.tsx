import type { ReactNode } from 'react';
import './fact-list.css';

export type Fact = { readonly label: string; readonly value: ReactNode };

/** Labels and values of a record; a dash for blanks. */
export const FactList = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className="fact-list">
    {facts.map(({ label, value }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value === null || value === '' ? '—' : value}</dd>
      </div>
    ))}
  </dl>
);
