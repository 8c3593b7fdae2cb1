import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { freePort, spawnCounterfoil } from '../support/counterfoil-process';
import { temporaryFolder } from '../support/temporary-folder';

const owner = { email: 'owner@firm.example', password: 'correct horse battery staple' };

test('R31 of fifty requests that are arriving when the process is stopped each is answered, and new ones are refused', async () => {
  const port = await freePort();
  const counterfoil = spawnCounterfoil({
    DATA_DIR: join(temporaryFolder(), 'data'),
    PORT: String(port),
    ADMIN_EMAIL: owner.email,
    ADMIN_PASSWORD: owner.password,
  });
  onTestFinished(async () => {
    counterfoil.signal('SIGKILL');
    await counterfoil.ended();
  });
  await counterfoil.ready();
  const signedIn = await fetch(`http://127.0.0.1:${port}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(owner),
  });
  const { token } = (await signedIn.json()) as { token: string };

  const arriving = await Promise.all(
    Array.from({ length: 50 }, (_, nth) => beginBrand(port, token, `Brand ${nth}`)),
  );
  counterfoil.signal('SIGTERM');
  await expect.poll(() => isOpen(port)).toBe(false);
  const answers = await Promise.all(arriving.map(end => end()));
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  expect(await counterfoil.ended()).toBe(0);
});

/** Sends a request but for the end of its body, once the server has said that it takes it; returns what sends the end. */
async function beginBrand(port: number, token: string, name: string) {
  const body = JSON.stringify({ name });
  const sent = request({
    host: '127.0.0.1',
    port,
    path: '/api/brands',
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': body.length,
      expect: '100-continue',
    },
  });
  sent.flushHeaders();
  await once(sent, 'continue');
  sent.write(body.slice(0, 5));
  return () => finish(sent, body.slice(5));
}

async function finish(sent: ClientRequest, rest: string) {
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
  sent.end(rest);
  const [answer] = await answered;
  return { status: answer.statusCode, body: await text(answer) };
}

async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
