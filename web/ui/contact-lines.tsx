import type { ReactNode } from 'react';
import { EmailAddress } from './email-address';
import './contact-lines.css';

/** Contact details in a table cell, one per line; a dash when there are none. */
export function contactLines(...lines: readonly (string | null)[]): ReactNode {
  const filled = lines.filter(line => line !== null);
  if (filled.length === 0) return '—';
  return (
    <span className="contact-lines">
      {filled.map(line => (
        <span key={line}>{line.includes('@') ? <EmailAddress address={line} /> : line}</span>
      ))}
    </span>
  );
}
