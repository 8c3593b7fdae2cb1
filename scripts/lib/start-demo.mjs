import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { ScriptError, root } from './project.mjs';

const readyLine = 'Counterfoil is ready';

/**
 * Starts the product as a user would, with demo data in a new folder, and resolves when it is ready. `tree` is the
 * folder of the program, which may be another release.
 */
export async function startDemo(folder, tree = root) {
  // As root, the account that the database runs under must be able to pass through.
  const dataDir = join(folder, 'data');
  const port = await freePort();
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, [join(tree, 'scripts', 'start.mjs'), '--demo'], {
    env: { PATH, HOME, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise(resolve => child.once('close', resolve));
  const stop = () => {
    child.kill('SIGTERM');
    return ended;
  };
  const printed = await new Promise((resolve, reject) => {
    let text = '';
    child.stdout.setEncoding('utf8').on('data', chunk => {
      text += chunk;
      if (text.includes(readyLine)) resolve(text);
    });
    void ended.then(() => reject(new ScriptError(`The demo did not start. It printed:\n${text}`)));
  });
  // The first account that the demo prints is the administrator's: role, email, password.
  const [, email, password] = /^ {2}admin\s+(\S+)\s+(.+)$/m.exec(printed) ?? [];
  if (!email) {
    await stop();
    throw new ScriptError(`The demo printed no administrator:\n${printed}`);
  }
  return { address: `http://127.0.0.1:${port}`, dataDir, email, password: password.trim(), stop };
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}
