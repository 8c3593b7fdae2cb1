import { cancelWaitsFault } from './cancelled-waits';
import { clockFaults } from './clocks';
import { connectionFaults } from './connections';
import { crashFaults } from './crashes';
import { cutExportsFault } from './cut-exports';
import { databaseDiskFaults } from './database-disk';
import type { Fault } from './fault';
import { killFirstStartFault } from './first-start';
import { fillLogDiskFault } from './log-disk';
import { mailFaults } from './mail';
import { turnReadOnlyFault } from './read-only';
import { resourceFaults } from './resources';
import { restoreBackupFault } from './restore-backup';
import { restoreUntilFault } from './restore-until';
import { rushFault } from './rush';
import { sellCrosswiseFault } from './sell-crosswise';
import { slowClientsFault } from './slow-clients';
import { standbyFaults } from './standbys';
import { upgradeBehindReaderFault } from './upgrade-behind-reader';

export const allFaults: readonly Fault[] = [
  ...crashFaults,
  killFirstStartFault,
  upgradeBehindReaderFault,
  restoreUntilFault,
  restoreBackupFault,
  rushFault,
  sellCrosswiseFault,
  ...connectionFaults,
  cutExportsFault,
  slowClientsFault,
  ...resourceFaults,
  fillLogDiskFault,
  ...databaseDiskFaults,
  ...standbyFaults,
  cancelWaitsFault,
  turnReadOnlyFault,
  ...clockFaults,
  ...mailFaults,
];

/** The faults with these names or promises; all without any. */
export function chosenFaults(only: readonly string[]): readonly Fault[] {
  const unknown = only.find(
    word => !allFaults.some(({ name, promises }) => name === word || promises.includes(word)),
  );
  if (unknown !== undefined)
    throw new Error(
      `${unknown} is neither a promise nor a fault. Faults: ${allFaults.map(({ name }) => name).join(', ')}.`,
    );
  return allFaults.filter(
    ({ name, promises }) => only.length === 0 || only.some(word => word === name || promises.includes(word)),
  );
}
