import { pino } from 'pino';
import type { LogLevel } from './config';

/** One JSON line for each event, with secrets removed. */
export const createLogger = (level: LogLevel) =>
  pino({
    level,
    base: null,
    redact: {
      paths: ['req.headers.authorization', 'req.headers.cookie', '*.password', '*.token'],
      remove: true,
    },
  });
