import { CloudOff } from 'lucide-react';
import { formatMoment } from '#domain/kernel/dates';
import { type UnsentSales, unsentWords } from '#domain/tills/unsent-sales';
import { DrawerWarning } from './drawer-warning';

type Props = { unsent: readonly UnsentSales[]; isClosed: boolean };

/** Lists the devices with paid sales not received yet (finding F23). */
export function UnsentAlert({ unsent, isClosed }: Props) {
  if (unsent.length === 0) return null;
  return (
    <DrawerWarning title="Sales not received" icon={<CloudOff size={18} />}>
      {unsent.map(device => (
        <div key={device.device}>
          {unsentWords(device)}.
          {device.last_seen_at && ` Last heard from on ${formatMoment(device.last_seen_at)}.`}
        </div>
      ))}
      {isClosed
        ? 'They will go into a late sales session when they arrive.'
        : 'Bring that device online before you close the till, so that its cash is included in the expected amount.'}
    </DrawerWarning>
  );
}
