import { existsSync } from 'node:fs';

/** The path of the tests' browser; the headless shell is the same browser without windows, and much faster. */
export const browserPath =
  process.env.CHROMIUM_PATH ||
  (['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(path => existsSync(path)) ?? 'chromium');
