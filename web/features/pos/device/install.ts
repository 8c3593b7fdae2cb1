/**
 * Makes the till an app of this device: it can be installed, and it opens without a network. Over plain http a browser
 * has no workers of this kind; the till sells there as long as its page is open.
 */
export function installTill(): void {
  if (!document.querySelector('link[rel="manifest"]')) {
    const link = document.createElement('link');
    link.rel = 'manifest';
    link.href = '/till.webmanifest';
    document.head.append(link);
  }
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  navigator.serviceWorker.register('/till-worker.js', { scope: '/sales/pos' }).catch(() => undefined);
}
