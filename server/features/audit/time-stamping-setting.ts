import * as z from 'zod';
import type { Setting } from '../../kernel/settings';

const stored = z.object({ address: z.string().nullable().catch(null) });

/** The authority that stamps the signed head of each day. Null: none. */
export const timeStampingSetting: Setting<z.output<typeof stored>> = {
  key: 'time-stamping',
  name: 'Time-stamping of the audit log',
  stored,
  shown: setting => setting,
};
