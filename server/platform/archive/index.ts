export { BrokenArchive, readArchive, type ReadEntry } from './read-archive';
export { type ArchiveEntry, writeArchive } from './write-archive';
