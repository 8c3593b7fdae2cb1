import { CloudOff } from 'lucide-react';

/** Only then does a browser keep the till's files for a day without a network, and let a page reach printers. */
export const isSafeAddress = (): boolean => window.isSecureContext;

/** What a till cannot do at an address without https, in words. */
export const NeedsHttps = () =>
  isSafeAddress() ? null : (
    <p className="till-nothing">
      This address does not begin with https. The till sells here as usual, and goes on selling without a
      network as long as this page stays open; to open it without a network, and to reach receipt printers and
      drawers, use the https address of the server or the server’s own computer.
    </p>
  );

/** The server cannot be reached. */
export const WithoutNetwork = () => (
  <span className="till-state" role="status">
    <CloudOff size={16} aria-hidden />{' '}
    <span>{isSafeAddress() ? 'Without a network' : 'Without a network: keep this page open'}</span>
  </span>
);
