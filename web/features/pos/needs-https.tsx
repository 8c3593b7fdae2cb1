import { CloudOff } from 'lucide-react';

/** Browsers store the till's files and allow printers only over https. */
export const isSafeAddress = (): boolean => window.isSecureContext;

/** What a till cannot do without https. */
export const NeedsHttps = () =>
  isSafeAddress() ? null : (
    <p className="till-nothing">
      This address does not start with https. You can sell as usual, and keep selling offline while this page
      stays open. To open the till offline, or to use a receipt printer and cash drawer, use the server’s
      https address or the server computer itself.
    </p>
  );

/** Shown while the server cannot be reached. */
export const WithoutNetwork = () => (
  <span className="till-state" role="status">
    <CloudOff size={16} aria-hidden />{' '}
    <span>{isSafeAddress() ? 'Offline' : 'Offline: keep this page open'}</span>
  </span>
);
