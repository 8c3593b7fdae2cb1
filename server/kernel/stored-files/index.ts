export { keepFiles } from './keep-files';
export { sweepFiles, sweepFilesHandler, type SweepParts } from './sweep-files';
