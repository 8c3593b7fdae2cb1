export { sweepFiles, sweepFilesHandler, type SweepParts } from './sweep-files';
