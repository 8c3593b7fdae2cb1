/**
 * npm does not forward a signal when it is killed outright; the server would continue unseen, holding its port and its
 * data.
 */
export function stopWithNpm() {
  if (!['start', 'training'].includes(process.env.npm_lifecycle_event)) return;
  const npm = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 500);
  watch.unref();
}
