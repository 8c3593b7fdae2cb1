import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findFaketime } from '../../scripts/lib/faketime.mjs';
import { temporaryFolder } from './temporary-folder';

/** The clock on the wall of a process, which can be moved while it runs. Its stopwatch goes on, as on a real machine. */
export type MovableClock = {
  /** For the environment of the process. */
  readonly variables: Readonly<Record<string, string>>;
  /** What it shows. */
  readonly now: () => Date;
  readonly moveTo: (at: Date) => void;
  /** Shows the right time again. */
  readonly putRight: () => void;
};

/** Null where the library that moves clocks is not installed. */
export function movableClock(): MovableClock | null {
  const library = findFaketime();
  if (library === null) return null;
  const file = join(temporaryFolder(), 'clock');
  let aheadMs = 0;
  const move = (ms: number) => {
    aheadMs = ms;
    // Read at any moment, so it is never half written.
    writeFileSync(`${file}.part`, `${ms < 0 ? '-' : '+'}${(Math.abs(ms) / 1000).toFixed(3)}\n`);
    renameSync(`${file}.part`, file);
  };
  move(0);
  return {
    variables: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      FAKETIME_DISABLE_SHM: '1',
      NO_FAKE_STAT: '1',
    },
    now: () => new Date(Date.now() + aheadMs),
    moveTo: at => move(at.getTime() - Date.now()),
    putRight: () => move(0),
  };
}
