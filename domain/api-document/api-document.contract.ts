import * as z from 'zod';
import { call } from '../kernel/call';

export const apiDocument = {
  show: call('GET', '/openapi.json', {
    summary: 'This document',
    access: 'administrator',
    reply: z.record(z.string(), z.unknown()),
  }),
};
