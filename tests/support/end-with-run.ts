import { type ChildProcess, spawn } from 'node:child_process';
import { basename } from 'node:path';

/** Reads until its input closes, then ends what names the folder, and deletes it. Written for any shell. */
const script = `
cat > /dev/null
for process in /proc/[0-9]*; do
  id=\${process#/proc/}
  if [ "$id" != "$$" ] && cat "$process/cmdline" "$process/environ" 2> /dev/null | grep -qaF "$1"; then
    kill -KILL "$id" 2> /dev/null
  fi
done
rm -rf "$2"
`;

/**
 * Ends all that a run of the tests started, should the run itself be killed outright: its pipe closes with it. What a
 * run starts has a folder below the run's in its arguments or its environment. Only Linux shows those of others;
 * elsewhere only the folder is deleted. `stop` when the run ends in order.
 */
export function endWithRun(folder: string): { guard: ChildProcess; stop: () => void } {
  const guard = spawn('sh', ['-c', script, 'sh', basename(folder), folder], {
    // A signal to the run's group, such as that of Ctrl-C, must not end it first.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.on('error', () => undefined);
  guard.unref();
  return { guard, stop: () => void guard.kill('SIGKILL') };
}
