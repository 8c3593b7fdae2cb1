// npm start: installs and builds what is missing, then becomes the server.
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { inProject, runScript } from './lib/project.mjs';

await runScript(async () => {
  await ensureInstalled({ dev: false });
  await ensureBuilt();
});

stopWithNpm();

// In this very process: signals and the exit code need no passing on. Its own errors are its own to print.
await import(inProject('dist', 'server', 'main.js'));

/** npm that is killed outright passes no signal on; the server would go on unseen, holding its port and its data. */
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
