import { useStore } from '../../platform/store';
import { deviceTerms, keepDaysHere } from './device/device-terms';
import { isSafeAddress } from './needs-https';

/** What this device stores, and for how long (finding F46). */
export function StoredHere() {
  const terms = useStore(deviceTerms);
  const days = keepDaysHere();
  const called = terms ? `This device is called ${terms.name}. ` : '';
  return (
    <p className="till-nothing">
      {isSafeAddress()
        ? `${called}It stores products, customers and baskets, encrypted, until you sign out or it has not reached the server for ${days === 1 ? 'a day' : `${days} days`}. Only the server can read its unsent sales.`
        : `${called}It stores nothing but unsent sales, which are not encrypted.`}
    </p>
  );
}
