import type { ReactNode } from 'react';
import './fact-list.css';

export type Fact = { readonly label: string; readonly value: ReactNode };

/** What is known of a record, name and value; a dash for a blank. */
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
