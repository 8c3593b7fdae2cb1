import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder with those above it and returns the topmost one that it made, or undefined when all were there. Node's
 * own `recursive` never returns where the file system refuses new folders with ENOENT, as below /proc.
 */
export function createFolder(path: string, mode = 0o777): string | undefined {
  if (isFolder(path)) return undefined;
  const parent = dirname(path);
  const above = parent === path ? undefined : createFolder(parent, mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!isFolder(path)) throw error;
    return above;
  }
  return above ?? path;
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
