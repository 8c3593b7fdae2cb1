import { savedReports } from '#domain/reports/saved-report.contract';
import { contractQuery, pageQuery } from '../../platform/queries';

export const savedPage = pageQuery(savedReports.list);
export const savedOf = (report: string) =>
  contractQuery(savedReports.list, { query: { report, per_page: '100' } });
export const runsOf = (id: number) => contractQuery(savedReports.runs, { params: { id } });
