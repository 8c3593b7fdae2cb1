import { pino } from 'pino';
import type { LogLevel } from './config';

/** One JSON line per event, with what is secret left out. */
export const createLogger = (level: LogLevel) =>
  pino({
    level,
    base: null,
    redact: {
      paths: ['req.headers.authorization', 'req.headers.cookie', '*.password', '*.token'],
      remove: true,
    },
  });
