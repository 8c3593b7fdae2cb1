import { join } from 'node:path';

/** The built pages. Another build can be named, so that rebuilding does not disturb a run. */
export const webFolder = process.env.WEB_FOLDER ?? join(import.meta.dirname, '..', '..', 'dist', 'web');
