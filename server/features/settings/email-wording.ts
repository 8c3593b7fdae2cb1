import type { BodyOf } from '#domain/kernel/call';
import {
  eachText,
  type EmailWording,
  type EmailWordingSettings,
  type emailWordingSettings,
} from '#domain/settings/email-wording.contract';
import { wordingSetting } from '../../kernel/outbox';
import { type Current, findSetting, saveSetting } from '../../kernel/settings';
import type { Reader } from '../../platform/database/open-database';
import type { WriteContext } from '../../platform/http/context';

export const getEmailWording = async (db: Reader): Promise<EmailWordingSettings> =>
  reply(await findSetting(db, wordingSetting));

/** Saves the wording of the emails from now on. Queued ones stay as they are. */
export async function saveEmailWording(
  ctx: WriteContext,
  { version, ...texts }: BodyOf<typeof emailWordingSettings.save>,
): Promise<EmailWordingSettings> {
  const wording = eachText(
    of => texts[`${of}_subject`] ?? null,
    of => texts[`${of}_message`] ?? null,
  );
  return reply(await saveSetting(ctx, wordingSetting, wording, version));
}

const reply = ({ value, version }: Current<EmailWording>): EmailWordingSettings => ({ ...value, version });
