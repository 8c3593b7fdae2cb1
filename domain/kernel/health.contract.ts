import * as z from 'zod';
import { call } from './call';

export const health = {
  show: call('GET', '/health', {
    summary: 'Check whether the server and its database respond',
    access: 'public',
    reply: z.object({ status: z.literal('ok'), database: z.literal('ok') }),
  }),
  live: call('GET', '/health/live', {
    summary: 'Liveness check: whether the process responds',
    access: 'public',
    reply: z.object({ status: z.literal('ok') }),
  }),
  ready: call('GET', '/health/ready', {
    summary:
      'Check whether the process takes requests: its database takes writes, and it is not shutting down',
    access: 'public',
    reply: z.object({ status: z.literal('ok') }),
  }),
};
