export { reportConstraints } from './constraints';
import { savedReports } from '#domain/reports/saved-report.contract';
import { read, type Route, takesLong, write, writeSettled } from '../../platform/http/route';
import { forbidden } from '../../platform/http/refusal';
import {
  createSavedReport,
  removeSavedReport,
  scheduleReport,
  unscheduleReport,
  updateSavedReport,
} from './save-report';
import { getSavedReport, listRuns, listSavedReports } from './saved-reports.queries';
import { prepareReport, sendReportNow } from './send-report';

export { skipDueReports } from './skip-due-reports';
export { type ReportJobParts, sendDueReports, sendDueReportsHandler } from './send-report';

type Services = { readonly publicUrl: string };

export const savedReportRoutes = ({ publicUrl }: Services): Route[] => [
  read(savedReports.list, ({ db, actor, query }) => listSavedReports(db, actor, query)),
  write(savedReports.create, ({ ctx, body }) => createSavedReport(ctx, body)),
  write(savedReports.update, ({ ctx, params, body }) => updateSavedReport(ctx, params.id, body)),
  write(savedReports.remove, ({ ctx, params }) => removeSavedReport(ctx, params.id)),
  read(savedReports.runs, async ({ db, actor, params }) => {
    const saved = await getSavedReport(db, actor, params.id);
    if (!saved.may_change) throw forbidden(`“${saved.name}” belongs to ${saved.owner.name}.`);
    return { data: await listRuns(db, params.id) };
  }),
  write(savedReports.schedule, ({ ctx, params, body }) => scheduleReport(ctx, params.id, body)),
  write(savedReports.unschedule, ({ ctx, params }) => unscheduleReport(ctx, params.id)),
  // It draws the same file as the export, which may take as long.
  takesLong(
    writeSettled(savedReports.send, {
      prepare: (before, { params }) => prepareReport(before, params.id),
      handle: ({ ctx, body }) => sendReportNow(ctx, body, publicUrl),
      settle: async (_read, answer) => answer,
    }),
  ),
];
