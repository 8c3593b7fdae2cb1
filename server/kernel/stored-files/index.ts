export { recordFiles } from './record-files';
export { sweepFiles, sweepFilesHandler, type SweepParts } from './sweep-files';
