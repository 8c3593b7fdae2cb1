const name = 'counterfoil-till';

/**
 * Makes this tab the one that sells on this device. Another one that sells already keeps it, unless it is taken over;
 * `onLost` runs when somebody takes it over from here. Over plain http a browser has no such locks: then every tab may
 * sell, and the id of a basket alone keeps a sale from counting twice.
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
