import { type DocumentEmail, documentEmails } from '#domain/emails/document-emails';
import { defaultWording, type EmailWording, emailWording } from '#domain/settings/email-wording.contract';
import type { Reader } from '../../platform/database/open-database';
import { findSetting, type Setting } from '../settings';
import type { MailTexts } from './document-mail';

export const wordingSetting: Setting<EmailWording> = {
  key: 'email-wording',
  name: 'Email wording',
  stored: emailWording.catch(defaultWording),
  shown: wording => wording,
};

/** The texts of a document email with placeholders: those in the settings, else the default ones. */
export async function findWording(db: Reader, of: DocumentEmail): Promise<MailTexts> {
  const { value } = await findSetting(db, wordingSetting);
  const { texts } = documentEmails[of];
  return {
    subject: value[`${of}_subject`] ?? texts.subject,
    message: value[`${of}_message`] ?? texts.message,
  };
}
