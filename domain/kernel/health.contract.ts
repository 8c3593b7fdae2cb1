import * as z from 'zod';
import { call } from './call';

export const health = {
  show: call('GET', '/health', {
    summary: 'Check whether the server and its database respond',
    access: 'public',
    reply: z.object({ status: z.literal('ok'), database: z.literal('ok') }),
  }),
};
