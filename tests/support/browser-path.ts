import { existsSync } from 'node:fs';

/** Where the browser of the tests is; the shell is the same browser without windows of its own, and much quicker. */
export const browserPath =
  process.env.CHROMIUM_PATH ||
  (['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(path => existsSync(path)) ?? 'chromium');
