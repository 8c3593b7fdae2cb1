import { formatPounds, sum } from '#domain/kernel/money';
import type { TillNow } from '#domain/tills/till.contract';
import { unsentWords } from '#domain/tills/unsent-sales';
import { useStore } from '../../platform/store';
import { queue } from './device/queue';
import { sealedSales } from './device/unsent';
import { isUnsent } from './engine/queue';

/**
 * Before a till is opened, lists the unsent sales of this device and others of the register (finding F23).
 */
export function UnsentSales({ till }: { till: TillNow }) {
  const queued = useStore(queue).filter(isUnsent);
  const sealed = useStore(sealedSales);
  const unsent = [...queued.map(({ document }) => document.gross), ...sealed.map(({ gross }) => gross)];
  const elsewhere = unsent.length > 0 ? [] : till.unsent;
  if (unsent.length === 0 && elsewhere.length === 0) return null;
  return (
    <div className="till-late" role="status">
      {unsent.length > 0 && (
        <p>
          This device holds {unsent.length === 1 ? '1 sale' : `${unsent.length} sales`} (
          {formatPounds(sum(unsent))}) not yet sent to the server. Sending continues automatically.
        </p>
      )}
      {elsewhere.map(device => (
        <p key={device.device}>{unsentWords(device)}.</p>
      ))}
    </div>
  );
}
