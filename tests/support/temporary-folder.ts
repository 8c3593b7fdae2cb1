import { chmodSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';

/** An empty folder that every account may enter. It is deleted at the end of the run. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(inject('runFolder'), 'folder-'));
  chmodSync(folder, 0o755);
  return folder;
}
