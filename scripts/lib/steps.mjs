import { spawn } from 'node:child_process';

/** Runs a slow task under its name: `Installing packages… 24 s`. */
export async function step(name, work) {
  const started = Date.now();
  const seconds = () => `${Math.round((Date.now() - started) / 1000)} s`;
  process.stdout.write(`${name}… `);
  const ticking = process.stdout.isTTY
    ? setInterval(() => process.stdout.write(`\r${name}… ${seconds()} `), 1000)
    : undefined;
  try {
    return await work();
  } finally {
    clearInterval(ticking);
    console.log(process.stdout.isTTY ? `\r${name}… ${seconds()} ` : seconds());
  }
}

/** Runs a command quietly. Resolves to its exit code and its output. */
export function runQuietly(command, args, options = {}) {
  return new Promise(resolve => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const keep = chunk => {
      output += chunk;
    };
    child.stdout.setEncoding('utf8').on('data', keep);
    child.stderr.setEncoding('utf8').on('data', keep);
    child.once('error', error => resolve({ code: 127, output: error.message }));
    child.once('close', code => resolve({ code: code ?? 1, output }));
  });
}

/** Runs a command in the foreground. Signals reach it, and its exit code is returned. */
export function runVisibly(command, args, env = {}) {
  return new Promise(resolve => {
    const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...env } });
    // Ctrl-C reaches the child by itself, which decides when to end. A lone SIGTERM has to be passed on.
    const wait = () => {};
    const pass = () => child.kill('SIGTERM');
    process.on('SIGINT', wait);
    process.on('SIGTERM', pass);
    child.once('error', error => {
      console.error(error.message);
      resolve(127);
    });
    child.once('exit', (code, signal) => {
      process.off('SIGINT', wait);
      process.off('SIGTERM', pass);
      resolve(code ?? (signal === 'SIGINT' ? 130 : 1));
    });
  });
}
