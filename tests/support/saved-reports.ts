import { sql } from 'kysely';
import { savedReports } from '#domain/reports/saved-report.contract';
import type { Database } from '../../server/platform/database/open-database';
import type { SmtpSink } from './smtp-sink';
import type { Caller, TestApp } from './test-app';

/** The notifications about a saved report that failed, with their recipients. */
export const notifiedOf = async (db: Database, id: number) =>
  (
    await sql<{ kind: string; words: string; link: string; user_id: number }>`
      select n.kind, n.words, n.link, r.user_id from notifications n
      join notification_recipients r on r.notification_id = n.id
      where n.kind in ('failed_report', 'own_failed_report') and n.key like ${`${id} %`} order by n.id, r.user_id`.execute(
      db,
    )
  ).rows;

/** The rows of the file attached to an email, however the email is encoded. */
export const attachedTo = (content: string): string => {
  const part = content.split(/Content-Disposition: attachment/)[1] ?? '';
  const body = part.split('\r\n\r\n')[1]?.split('\r\n--')[0] ?? '';
  return Buffer.from(body.replaceAll('\r\n', ''), 'base64').toString();
};

/** A report as its list shows it, by default to an administrator: sessions have expired after days of schedules. */
export const shownReport = async (app: TestApp, id: number, by?: Caller) =>
  (
    await (by ?? (await app.as('admin'))).call(savedReports.list, { query: { per_page: '100' } })
  ).reply.data.find(report => report.id === id);

/** The runs of a report, newest first. */
export const runsOf = async (app: TestApp, id: number) =>
  (await (await app.as('admin')).call(savedReports.runs, { params: { id } })).reply.data;

/** What arrived of one report: others may still be on their way. */
export const arrivedOf = ({ delivered }: SmtpSink, { name }: { name: string }) =>
  delivered.filter(({ content }) => content.includes(`Subject: ${name} (`));
