import { type ReactNode, useSyncExternalStore } from 'react';
import { londonTime } from '#domain/kernel/london-clock';
import { formatPounds } from '#domain/kernel/money';
import type { Kept } from '../../platform/tab-draft';
import './document-foot.css';

export type KeptStore = { get: () => Kept; subscribe: (listener: () => void) => () => void };
type Props = { kept: KeptStore; children: ReactNode };

/** The totals, which stay in sight below the lines, and whether the changes are safe if the tab is closed. */
export const DocumentFoot = ({ kept, children }: Props) => (
  <div className="document-foot">
    <KeptNote kept={kept} />
    {children}
  </div>
);

export type FootTotal = {
  readonly part: string;
  readonly name: string;
  /** An amount, or what is counted in words. */
  readonly total: number | string;
  /** It must not stay like this. */
  readonly isWrong?: boolean;
};

/** The totals of a document. That of the part `main` stands out. */
export const FootTotals = ({ totals, main }: { totals: readonly FootTotal[]; main?: string }) => (
  <dl className="document-totals" aria-live="polite" aria-label="Totals">
    {totals.map(({ part, name, total, isWrong }) => (
      <div
        key={part}
        data-part={part}
        data-main={part === main || undefined}
        data-wrong={isWrong || undefined}
      >
        <dt>{name}</dt>
        <dd className="figures">{typeof total === 'number' ? formatPounds(total) : total}</dd>
      </div>
    ))}
  </dl>
);

function KeptNote({ kept }: Pick<Props, 'kept'>) {
  const state = useSyncExternalStore(kept.subscribe, kept.get);
  if (state === null) return <span className="document-kept" />;
  if (state === 'failed')
    return (
      <span className="document-kept" role="alert">
        This browser cannot store your changes. Save them before you leave this page.
      </span>
    );
  return (
    <span className="document-kept">
      Saved <time className="figures">{londonTime(new Date(state.at))}</time> in this browser
    </span>
  );
}
