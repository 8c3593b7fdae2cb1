const name = 'counterfoil-till';

/**
 * Makes this tab the one that sells on this device. Another tab keeps that role until it is taken over, and
 * `onLost` runs when another tab takes over from this one. Browsers have no such locks over plain http: there
 * every tab can sell, and the basket id alone prevents a sale from being recorded twice.
 */
export async function leadTill(takeOver: boolean, onLost: () => void): Promise<(() => void) | null> {
  if (!('locks' in navigator)) return () => undefined;
  return new Promise(resolve => {
    let isHeld = false;
    const options: LockOptions = takeOver ? { steal: true } : { ifAvailable: true };
    navigator.locks
      .request(name, options, lock => {
        if (!lock) return resolve(null);
        isHeld = true;
        return new Promise<void>(release => resolve(release));
      })
      .catch(() => {
        if (isHeld) onLost();
        else resolve(null);
      });
  });
}
