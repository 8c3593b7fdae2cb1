import { Clock } from 'lucide-react';
import { useStore } from '../../platform/store';
import { serverAhead } from './device/server-clock';
import { clockWords } from './engine/clock-words';

/** Shown while this device's clock is wrong: sales made offline have its time. */
export function ClockState() {
  const words = clockWords(useStore(serverAhead));
  if (words === null) return null;
  return (
    <span
      className="till-state"
      role="status"
      title="This device’s clock differs from the server’s. Prices follow the server’s date. Set the clock in the device’s settings."
    >
      <Clock size={16} aria-hidden /> <span>{words}</span>
    </span>
  );
}
