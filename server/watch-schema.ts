import { servingLock } from './platform/database/advisory-lock';
import { type Listener, openListener } from './platform/database/listen';
import { hasOwnSchema } from './platform/database/migrate';
import type { Connection } from './platform/database/open-database';

const upgradedMeanwhile =
  'While this process had lost its connection, another version of Counterfoil upgraded the database, so it stops. Start the same version here.';

/** The connection that hears of changes, and whose lock says that this process serves. */
export type ServingListener = Listener & {
  /** Resolves if a later version has upgraded the database while the connection, and its lock, were lost. */
  readonly outdated: Promise<void>;
  readonly isOutdated: () => boolean;
};

export function openServingListener(
  connection: Connection,
  onClose: (close: () => Promise<void>) => void,
): ServingListener {
  let isOutdated = false;
  let leave = () => {};
  const outdated = new Promise<void>(resolve => {
    leave = resolve;
  });
  const listener = openListener(connection, {
    sharing: servingLock,
    onReconnected: async session => {
      if (isOutdated || (await hasOwnSchema(session))) return;
      isOutdated = true;
      console.error(upgradedMeanwhile);
      leave();
    },
  });
  onClose(listener.close);
  return { ...listener, outdated, isOutdated: () => isOutdated };
}
