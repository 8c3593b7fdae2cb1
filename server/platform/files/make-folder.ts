import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates a folder and its parents, and returns the topmost one created, or undefined when all existed. Node's own
 * `recursive` hangs where the file system refuses new folders with ENOENT, as below /proc.
 */
export function createFolder(path: string, mode = 0o777): string | undefined {
  if (isFolder(path)) return undefined;
  const parent = dirname(path);
  const above = parent === path ? undefined : createFolder(parent, mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    // Another process may have created it meanwhile.
    if (!isFolder(path)) throw error;
    return above;
  }
  return above ?? path;
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
