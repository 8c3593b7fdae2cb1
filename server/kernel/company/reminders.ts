import { type Reminders, reminders, usualReminders } from '#domain/settings/reminders.contract';
import type { Reader } from '../../platform/database/open-database';
import { findSetting, type Setting } from '../settings';

/** The reminder settings. */
export const reminderSetting: Setting<Reminders> = {
  key: 'reminders',
  name: 'Reminders',
  stored: reminders.catch(usualReminders),
  shown: kept => kept,
};

export const findReminders = async (db: Reader): Promise<Reminders> =>
  (await findSetting(db, reminderSetting)).value;
