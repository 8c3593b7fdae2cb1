import { setTimeout as pause } from 'node:timers/promises';
import { insist } from './fault';

export const administrator = { email: 'owner@example.test', password: 'a long pass phrase for tests' };

/** A user of an installation under test. */
export type Client = {
  readonly port: number;
  readonly ask: (path: string, init?: RequestInit) => Promise<Response>;
  /** The same over another port, such as that of a proxy. */
  readonly askAt: (port: number, path: string, init?: RequestInit) => Promise<Response>;
};

/** Longer than any answer may take, so that a broken promise is seen and the run goes on. */
const clientPatience = 40_000;

/** A client that signs in, by default as the first administrator, once it is asked to. */
export function openClient(
  port: number,
  user = administrator,
): Client & { readonly signIn: () => Promise<void>; readonly token: () => string } {
  let token = '';
  const askAt = (to: number, path: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${to}${path}`, {
      signal: AbortSignal.timeout(clientPatience),
      ...init,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(typeof init.body === 'string' ? { 'content-type': 'application/json' } : {}),
        ...(init.headers as Record<string, string> | undefined),
      },
    });
  const ask = (path: string, init?: RequestInit) => askAt(port, path, init);
  return {
    port,
    ask,
    askAt,
    token: () => token,
    signIn: async () => {
      const attempt = () => ask('/api/auth/login', { method: 'POST', body: JSON.stringify(user) });
      let response = await attempt();
      // A server that is too busy says so, and when to come again (R33).
      for (; response.status === 429 || response.status === 503; response = await attempt())
        await pause(Number(response.headers.get('retry-after') ?? 1) * 1000);
      const text = await response.text();
      insist(response.status === 200, `A sign-in was answered with ${response.status}: ${text}`);
      ({ token } = JSON.parse(text) as { token: string });
    },
  };
}
