import { sql } from 'kysely';
import type * as z from 'zod';
import type { SettingName } from '#domain/settings/setting-history.contract';
import type { Reader } from '../../platform/database/open-database';
import { preparedStatement } from '../../platform/database/prepared-statement';
import { ask, type Question } from '../../platform/database/send-together';
import type { WriteContext } from '../../platform/http/context';
import { ensureCurrent } from '../../platform/http/ensure-current';
import { recordEdit } from '../audit';
import { takeLock } from '../../platform/database/advisory-lock';
import { locks } from '../locks';

/** A setting of the company, stored under its own key. */
export type Setting<Value> = {
  readonly key: string;
  /** Its name in the audit log. */
  readonly name: SettingName;
  /** Parses the stored value. Missing values take their defaults. */
  readonly stored: z.ZodType<Value>;
  /** The value as shown by the API, in the audit log and in conflicts. */
  readonly shown: (value: Value) => Readonly<Record<string, unknown>>;
};

/** The current value. A setting that was never saved has version 1. */
export type Current<Value> = { readonly value: Value; readonly version: number };

export const findSetting = <Value>(db: Reader, setting: Setting<Value>): Promise<Current<Value>> =>
  ask(db, findingSetting(setting));

export type SettingRow = { readonly value: unknown; readonly version: number };

/** The same, to be asked with other questions. */
export const findingSetting = <Value>({
  key,
  stored,
}: Setting<Value>): Question<SettingRow, Current<Value>> => ({
  statement: sql<SettingRow>`${preparedStatement} select value, version from settings where key = ${key}`,
  answer: ([row]) => ({ value: stored.parse(row?.value ?? {}), version: row?.version ?? 1 }),
});

/**
 * Saves a setting made from what is stored now, under the lock: nothing that was read earlier is written back over what
 * another user saved meanwhile.
 */
export async function changeSetting<Value>(
  ctx: WriteContext,
  setting: Setting<Value>,
  change: (before: Value) => Value | Promise<Value>,
  version: number | undefined,
): Promise<Current<Value>> {
  await takeLock(ctx.tx, locks.setting, setting.key);
  const { value: before } = await findSetting(ctx.tx, setting);
  return saveSetting(ctx, setting, await change(before), version);
}

type EnsureVersion = (
  row: { readonly id: number; readonly version: number },
  version: number | undefined,
) => unknown;
const ensureIsCurrent: EnsureVersion = (row, version) => ensureCurrent(row, version, 'Setting');

/**
 * Saves a setting and records the change. 409 with the current values if it has changed since the edited
 * version.
 */
export async function saveSetting<Value>(
  ctx: WriteContext,
  setting: Setting<Value>,
  value: Value,
  version: number | undefined,
  ensureVersion: EnsureVersion = ensureIsCurrent,
): Promise<Current<Value>> {
  // There may be no row yet to lock.
  await takeLock(ctx.tx, locks.setting, setting.key);
  const before = await findSetting(ctx.tx, setting);
  ensureVersion({ ...setting.shown(before.value), id: 0, version: before.version }, version);
  await sql`
    insert into settings (key, value, updated_at, version)
    values (${setting.key}, ${JSON.stringify(value)}::jsonb, ${ctx.now}, ${before.version + 1})
    on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at, version = excluded.version`.execute(
    ctx.tx,
  );
  const record = { type: 'setting', id: null, name: setting.name };
  recordEdit(ctx, record, setting.shown(before.value), setting.shown(value));
  return { value, version: before.version + 1 };
}
