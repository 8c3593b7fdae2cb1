import { pino } from 'pino';
import type { LogLevel } from './config';
import { openLogOutput, standardOutput } from './log-output';

/** One JSON line for each event, with secrets removed; and the number of lines that could not be written. */
export function createLogger(level: LogLevel, descriptor = standardOutput) {
  const output = openLogOutput(descriptor);
  const log = pino(
    {
      level,
      base: null,
      redact: {
        paths: ['req.headers.authorization', 'req.headers.cookie', '*.password', '*.token'],
        remove: true,
      },
    },
    output.stream,
  );
  output.tellLosses(lines => log.warn({ lines }, 'some log lines could not be written and are lost'));
  return { log, lostLines: output.lostInAll, close: output.close };
}
