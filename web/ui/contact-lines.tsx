import { Fragment, type ReactNode } from 'react';
import './contact-lines.css';

/** Contact details in a table cell, one per line; a dash when there are none. */
export function contactLines(...lines: readonly (string | null)[]): ReactNode {
  const filled = lines.filter(line => line !== null);
  if (filled.length === 0) return '—';
  return (
    <span className="contact-lines">
      {filled.map(line => (
        <span key={line}>{breakable(line)}</span>
      ))}
    </span>
  );
}

/** An email address wraps before its @. */
const breakable = (line: string): ReactNode =>
  line.split('@').map((part, at) => (
    // oxlint-disable-next-line react/no-array-index-key -- the parts have no other name, and never move
    <Fragment key={at}>
      {at > 0 && (
        <>
          <wbr />@
        </>
      )}
      {part}
    </Fragment>
  ));
