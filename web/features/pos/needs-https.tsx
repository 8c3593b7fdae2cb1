import { CloudOff } from 'lucide-react';

/** Only then does a browser keep the till's files for a day without a network, and let a page reach printers. */
export const isSafeAddress = (): boolean => window.isSecureContext;

/** What a till cannot do at an address without https, in words. */
export const NeedsHttps = () =>
  isSafeAddress() ? null : (
    <p className="till-nothing">
      This address does not start with https. You can sell as usual, and keep selling offline while this page
      stays open. To open the till offline, or to use a receipt printer and cash drawer, use the server’s
      https address or the server computer itself.
    </p>
  );

/** The server cannot be reached. */
export const WithoutNetwork = () => (
  <span className="till-state" role="status">
    <CloudOff size={16} aria-hidden />{' '}
    <span>{isSafeAddress() ? 'Offline' : 'Offline: keep this page open'}</span>
  </span>
);
