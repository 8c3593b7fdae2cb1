import { type ExportFile, exportFiles } from '#domain/exports/export.contract';
import { contractQuery } from '../../platform/queries';

const refetchMs = 1_000;

export const exportList = contractQuery(exportFiles.list);

/** How often the list is fetched: while a file is being made. */
export const whileRunning = ({ state }: { state: { data?: { data: readonly ExportFile[] } | undefined } }) =>
  state.data?.data.some(one => one.state === 'running') === true && refetchMs;
