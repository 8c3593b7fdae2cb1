export { recordFiles } from './record-files';
export { deleteUnusedFileRows, sweepFiles, sweepFilesHandler, type SweepParts } from './sweep-files';
