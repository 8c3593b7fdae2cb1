import { existsSync } from 'node:fs';
import { runQuietly, step } from './steps.mjs';

/** Installs the first of these packages that this release has. Does nothing without Debian, or without root. */
export async function installFromDebian(program, ...packages) {
  if (!existsSync('/etc/debian_version') || process.getuid?.() !== 0) return;
  await step(`Installing ${program} from Debian`, async () => {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    await runQuietly('apt-get', ['update'], { env });
    for (const name of packages) {
      const install = ['install', '-y', '--no-install-recommends', name];
      if ((await runQuietly('apt-get', install, { env })).code === 0) return;
    }
  });
}
