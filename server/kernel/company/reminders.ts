import { type Reminders, reminders, defaultReminders } from '#domain/settings/reminders.contract';
import type { Reader } from '../../platform/database/open-database';
import { findSetting, type Setting } from '../settings';

/** The morning reminders. */
export const reminderSetting: Setting<Reminders> = {
  key: 'reminders',
  name: 'Reminders',
  stored: reminders.catch(defaultReminders),
  shown: stored => stored,
};

export const findReminders = async (db: Reader): Promise<Reminders> =>
  (await findSetting(db, reminderSetting)).value;
