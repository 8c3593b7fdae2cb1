import * as z from 'zod';
import { call } from './call';

export const health = {
  show: call('GET', '/health', {
    summary: 'Whether the server and its database answer',
    access: 'public',
    reply: z.object({ status: z.literal('ok'), database: z.literal('ok') }),
  }),
};
