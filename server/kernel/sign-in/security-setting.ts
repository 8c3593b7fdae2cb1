import { sql } from 'kysely';
import * as z from 'zod';
import { idleMinutes, defaultIdleMinutes } from '#domain/settings/security.contract';
import type { Setting } from '../settings';

const stored = z.object({ idle_minutes: idleMinutes.catch(defaultIdleMinutes) });

export const securitySetting: Setting<z.output<typeof stored>> = {
  key: 'security',
  name: 'Security',
  stored,
  shown: security => security,
};

/** The inactivity limit in minutes, as part of the session query. */
export const idleMinutesInSql = sql<number>`coalesce(
  (select (value ->> 'idle_minutes')::integer from settings where key = ${securitySetting.key}), ${defaultIdleMinutes}::integer)`;
