// Loaded before Counterfoil by `npm run soak`: tells over the socket of SOAK_SOCKET what the process holds.
import { readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

// Not what it starts itself, such as a build.
if (isMainThread && process.argv[1]?.endsWith('start.mjs')) {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  const answer = (_request, response) => {
    collect();
    const held = {
      memory: process.memoryUsage.rss() / 1024 / 1024,
      descriptors: readdirSync('/proc/self/fd').length,
      timers: process.getActiveResourcesInfo().filter(kind => kind === 'Timeout').length,
    };
    response.setHeader('connection', 'close');
    response.end(JSON.stringify(held));
  };
  createServer(answer).listen(process.env.SOAK_SOCKET).unref();
}
