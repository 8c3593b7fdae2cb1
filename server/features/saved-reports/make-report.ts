import { createInterface } from 'node:readline';
import { hasPermission, isAllowed } from '#domain/kernel/access';
import { sizeInWords } from '#domain/kernel/size-in-words';
import { fileQuery, reportKind, type ReportName, type ReportParams } from '#domain/reports/report-kinds';
import type { ReportFormat } from '#domain/reports/report-query';
import { findYearStart } from '../../kernel/company';
import type { StoredDocument } from '../../kernel/outbox';
import type { Database } from '../../platform/database/open-database';
import { type FileStore, FileTooLarge } from '../../platform/files/file-store';
import type { Actor } from '../../platform/http/actor';
import { isTransient } from '../../platform/http/error-reply';
import { withDays } from '../../platform/http/relative-dates';
import { Refusal } from '../../platform/http/refusal';
import { FileReply, type Route } from '../../platform/http/route';
import { reorderRoutes } from '../reorder';
import { reportRoutes } from '../reports';
import { stockRoutes } from '../stock';
import { sessionListRoutes } from '../tills';
import { agedReportRoutes } from '../wallet';
import { problemsOf } from './gone-params';

export type ReportRequest = {
  readonly id: number;
  readonly report: ReportName;
  readonly params: ReportParams;
  readonly format: ReportFormat;
  readonly skip_if_empty: boolean;
};
export type ReportResult =
  | { readonly kind: 'file'; readonly document: StoredDocument }
  | { readonly kind: 'skipped'; readonly reason: string }
  /** `isFinal`: retrying gives the same result until someone changes something. */
  | { readonly kind: 'failed'; readonly reason: string; readonly isFinal: boolean };

type Parts = { readonly db: Database; readonly files: FileStore };

const maxFile = 10 * 1024 * 1024;

/** Each export call with its handler, so that an emailed file is the same as on screen. */
const makers = new Map(
  [...reportRoutes, ...agedReportRoutes, ...stockRoutes, ...reorderRoutes, ...sessionListRoutes].map(
    route => [route.call, route],
  ),
);

/**
 * Creates and stores the file of a saved report with the permissions of `owner` (undefined if deactivated).
 */
export async function makeReport(
  parts: Parts,
  owner: Actor | undefined,
  request: ReportRequest,
  now: Date,
): Promise<ReportResult> {
  if (!owner) return final('The account of its owner is deactivated.');
  const { title, access } = reportKind(request.report);
  const query = fileQuery(request.report, request.format, request.params);
  if (!isAllowed(access, owner)) return final(`${owner.name} no longer has permission to open ${title}.`);
  if (!hasPermission(owner, 'create_email'))
    return final(`${owner.name} no longer has permission to send email.`);
  if ('problem' in query) return final(query.problem);
  if (!isAllowed(query.call.access, owner))
    return final(`${owner.name} no longer has permission to export ${title}.`);
  const problem = (await problemsOf(parts.db, [request])).get(request.id);
  if (problem) return final(problem);
  try {
    if (request.skip_if_empty && (await isEmpty(parts, owner, request, now)))
      return { kind: 'skipped', reason: 'The report was empty.' };
    const reply = await fileOf(parts, owner, query, now);
    const { sha256, bytes } = await parts.files.put(reply.stream(), { maxBytes: maxFile });
    const [mediaType = reply.contentType] = reply.contentType.split(';');
    return { kind: 'file', document: { fileName: reply.fileName, mediaType, sha256, bytes } };
  } catch (error) {
    if (error instanceof FileTooLarge)
      return {
        kind: 'failed',
        reason: `The file would be larger than ${sizeInWords(maxFile)}. Choose a shorter period or add filters.`,
        isFinal: false,
      };
    // What passes by itself is tried again.
    if (error instanceof Refusal && !isTransient(error))
      return { kind: 'failed', reason: error.message, isFinal: false };
    throw error;
  }
}

const final = (reason: string): ReportResult => ({ kind: 'failed', reason, isFinal: true });

type ReportCall = { readonly call: Route['call']; readonly query: unknown };

async function fileOf({ db, files }: Parts, actor: Actor, { call, query: asked }: ReportCall, now: Date) {
  const query = await withDays({ db, clock: () => now, findYearStart }, call, asked);
  const reply = await makers.get(call)?.handle({ db, files, actor, now, params: {}, query } as never);
  if (!(reply instanceof FileReply)) throw new Error(`${call.path} does not return a file`);
  return reply;
}

const amount = /(?:^|,)"?-?\d*[1-9]\d*\.\d\d"?(?=,|$)|(?:^|,)"?-?\d+\.(?:\d?[1-9]|[1-9]\d)"?(?=,|$)/;

/** Whether all amounts are zero, or nothing is listed. Stops at the first that is not, or the first row. */
async function isEmpty(parts: Parts, owner: Actor, request: ReportRequest, now: Date): Promise<boolean> {
  const query = fileQuery(request.report, 'csv', request.params);
  if ('problem' in query) return false;
  const reply = await fileOf(parts, owner, query, now);
  const stream = reply.stream();
  try {
    const { isList } = reportKind(request.report);
    let isHeader = true;
    for await (const line of createInterface({ input: stream })) {
      if (isList ? !isHeader : amount.test(line)) return false;
      isHeader = false;
    }
    return true;
  } finally {
    stream.destroy();
  }
}
