// npm start: installs and builds what is missing, then becomes the server.
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { inProject, runScript } from './lib/project.mjs';

await runScript(async () => {
  await ensureInstalled({ dev: false });
  await ensureBuilt();
});

stopWithNpm();

// In this process, so that signals and the exit code need no forwarding. It prints its own errors.
await import(inProject('dist', 'server', 'main.js'));

/**
 * npm does not forward a signal when it is killed outright; the server would continue unseen, holding its port and its
 * data.
 */
function stopWithNpm() {
  if (process.env.npm_lifecycle_event !== 'start') return;
  const npm = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 500);
  watch.unref();
}
