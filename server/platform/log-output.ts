import { pino } from 'pino';

export const standardOutput = 1;

/** What may wait to be written, in bytes. Lines beyond it are counted and dropped. */
const maxWaiting = 1_000_000;

/** Between attempts to write to a disk that was full, in milliseconds. */
const betweenAttempts = 1_000;

/**
 * Where the log is written. Nothing waits for it (R40): output that is not read, or a full disk, costs log lines, never
 * a request. When it can be written to again, `tellLosses` says how many were lost since it last did; `lostInAll` is the
 * number since the start.
 */
export function openLogOutput(descriptor: number) {
  let isBlocked = false;
  let isClosed = false;
  let lost = 0;
  let lostInAll = 0;
  let retry: NodeJS.Timeout | undefined;
  const stream = pino.destination({
    dest: descriptor,
    sync: false,
    maxLength: maxWaiting,
    // Any line is written at once; with 0 it could not be asked to try again.
    minLength: 1,
    retryEAGAIN: () => {
      isBlocked = true;
      return true;
    },
  });
  stream.on('drop', () => {
    lost += 1;
    lostInAll += 1;
  });
  stream.on('write', () => {
    isBlocked = false;
  });
  // What was not written stays in line. A line that is dropped would not try it again, so the log would stay silent.
  stream.on('error', () => {
    isBlocked = true;
    if (isClosed) return;
    retry ??= setTimeout(() => {
      retry = undefined;
      stream.flush();
    }, betweenAttempts).unref();
  });
  // At the end of the process, what still waits is written at once: not where that would wait for ever.
  process.prependListener('exit', () => {
    if (isBlocked) stream.destroy();
  });
  return {
    stream,
    lostInAll: () => lostInAll,
    /**
     * Closes the descriptor and tries nothing again: a descriptor closed elsewhere is soon that of another file, or of a
     * connection to the database, and what still waited would be written there.
     */
    close: async (): Promise<void> => {
      isClosed = true;
      clearTimeout(retry);
      await new Promise<void>(resolve => {
        stream.once('close', resolve);
        stream.destroy();
      });
    },
    tellLosses: (tell: (lines: number) => void): void =>
      void stream.on('drain', () => {
        if (lost === 0) return;
        const lines = lost;
        lost = 0;
        tell(lines);
      }),
  };
}
