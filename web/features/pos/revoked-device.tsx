import { Button } from '@mantine/core';
import { ShieldOff } from 'lucide-react';
import { useEffect } from 'react';
import { formatMoment } from '#domain/kernel/dates';
import { deniedMessage } from '../../platform/notices';
import { leaveSession, stayWhenSessionEnds } from '../../platform/session';
import { useStore } from '../../platform/store';
import { isConnected } from './device/connection';
import { deviceTerms } from './device/device-terms';
import { queue } from './device/queue';
import { sealedSales } from './device/unsent';
import { isUnsent } from './engine/queue';

/** What a revoked device shows while it hands in its unsent sales, and afterwards (finding F46). */
export function RevokedDevice() {
  const terms = useStore(deviceTerms);
  const isOnline = useStore(isConnected);
  const unsent = useStore(queue).filter(isUnsent).length + useStore(sealedSales).length;
  // The server ends the session, and the reason must stay on the screen.
  useEffect(stayWhenSessionEnds, []);
  // What was under way is refused; this screen says why.
  const denied = useStore(deniedMessage);
  useEffect(() => {
    if (denied !== null) deniedMessage.set(null);
  }, [denied]);
  const sales = unsent === 1 ? '1 sale' : `${unsent} sales`;
  return (
    <div className="till-closed">
      <div className="till-gate" role="alert">
        <ShieldOff size={40} strokeWidth={1.3} aria-hidden />
        <h1>This device can no longer sell</h1>
        <p>
          {terms?.name} was revoked
          {terms?.revokedAt != null && ` on ${formatMoment(new Date(terms.revokedAt))}`}. Products, customers
          and baskets were removed from it. To sell here again, ask a manager to enrol it under Tills,
          Devices.
        </p>
        {unsent === 0 ? (
          <p role="status">All its sales have been sent.</p>
        ) : (
          <p role="status">
            {isOnline
              ? `Sending ${sales}. Keep this page open.`
              : `${sales} will be sent when the server can be reached. Keep this page open.`}
          </p>
        )}
        <Button size="md" fullWidth variant={unsent === 0 ? 'filled' : 'default'} onClick={leaveSession}>
          Sign out
        </Button>
      </div>
    </div>
  );
}
