import { useSyncExternalStore } from 'react';
import { londonTime } from '#domain/kernel/london-clock';
import { formatPounds } from '#domain/kernel/money';
import type { Kept } from '../../platform/tab-draft';
import { type LineStore, useLines } from '../../ui/line-store';
import { totalsOf, type VatRates } from './line-amounts';
import type { LineValues } from './order-form-values';

type KeptStore = { get: () => Kept; subscribe: (listener: () => void) => () => void };
type Props = { lines: LineStore<LineValues>; rates: VatRates; kept: KeptStore };

/** The totals, which stay in sight below the lines, and whether the changes are safe if the tab is closed. */
export const OrderFoot = ({ lines, rates, kept }: Props) => (
  <div className="order-foot">
    <KeptNote kept={kept} />
    <Totals lines={lines} rates={rates} />
  </div>
);

function Totals({ lines, rates }: Omit<Props, 'kept'>) {
  const totals = totalsOf(useLines(lines), rates);
  return (
    <dl className="order-totals" aria-live="polite" aria-label="Totals">
      {(['net', 'vat', 'gross'] as const).map(part => (
        <div key={part} data-part={part}>
          <dt>{totalNames[part]}</dt>
          <dd className="figures">{formatPounds(totals[part])}</dd>
        </div>
      ))}
    </dl>
  );
}

const totalNames = { net: 'Net', vat: 'VAT', gross: 'Total' } as const;

function KeptNote({ kept }: Pick<Props, 'kept'>) {
  const state = useSyncExternalStore(kept.subscribe, kept.get);
  if (state === null) return <span className="order-kept-note" />;
  if (state === 'failed')
    return (
      <span className="order-kept-note" role="alert">
        This browser cannot store your changes. Save the order before you leave this page.
      </span>
    );
  return (
    <span className="order-kept-note">
      Saved <time className="figures">{londonTime(new Date(state.at))}</time> in this browser
    </span>
  );
}
