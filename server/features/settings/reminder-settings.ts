import type { BodyOf } from '#domain/kernel/call';
import type { Reminders, ReminderSettings, reminderSettings } from '#domain/settings/reminders.contract';
import { reminderSetting } from '../../kernel/company';
import { type Current, findSetting, saveSetting } from '../../kernel/settings';
import type { Reader } from '../../platform/database/open-database';
import type { WriteContext } from '../../platform/http/context';

export const getReminders = async (db: Reader): Promise<ReminderSettings> =>
  reply(await findSetting(db, reminderSetting));

/** Saves the reminders from the next morning on. Earlier reminders are not repeated. */
export const saveReminders = async (
  ctx: WriteContext,
  { version, ...values }: BodyOf<typeof reminderSettings.save>,
): Promise<ReminderSettings> => reply(await saveSetting(ctx, reminderSetting, values, version));

const reply = ({ value, version }: Current<Reminders>): ReminderSettings => ({ ...value, version });
