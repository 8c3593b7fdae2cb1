import * as z from 'zod';
import { can } from '../kernel/access';
import { call } from '../kernel/call';
import { version } from '../kernel/fields';

const idleMessage = 'Enter from 5 minutes to 24 hours.';

/** In minutes. Every session ends after seven days. */
export const idleMinutes = z.int(idleMessage).min(5, idleMessage).max(1_440, idleMessage);
export const defaultIdleMinutes = 480;

const security = z.object({ idle_minutes: idleMinutes, version });

/** The security settings. */
export const securitySettings = {
  get: call('GET', '/settings/security', {
    summary: 'Show the automatic sign-out time',
    access: can('view_setting'),
    reply: security,
  }),
  save: call('PUT', '/settings/security', {
    summary: 'Edit the automatic sign-out time',
    access: 'administrator',
    needsConfirmation: true,
    body: z.strictObject({ idle_minutes: idleMinutes, version: version.optional() }),
    reply: security,
  }),
};

export type SecuritySettings = z.output<typeof security>;
