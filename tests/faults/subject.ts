import { setTimeout as pause } from 'node:timers/promises';
import { type CounterfoilProcess, freePort, spawnCounterfoil } from '../support/counterfoil-process';

const admin = { email: 'owner@example.test', password: 'a long pass phrase for tests' };

/** An installation under test: its process may be killed and started again, its address and token stay. */
export type Subject = {
  readonly port: number;
  process: CounterfoilProcess;
  /** Starts the process again, and waits until it is ready. */
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
  readonly ask: (path: string, init?: RequestInit) => Promise<Response>;
  /** The same over another port, such as that of a proxy. */
  readonly askAt: (port: number, path: string, init?: RequestInit) => Promise<Response>;
};

/** No answer may take longer (R09). */
export const longestAnswer = 25;
/** Longer than that, so that a broken promise is seen and the run goes on. */
const clientPatience = 40_000;

/** Starts Counterfoil, and signs in as its first administrator. */
export async function startSubject(
  variables: Readonly<Record<string, string>>,
  { isRead = true } = {},
): Promise<Subject> {
  const port = await freePort();
  const environment = {
    ...variables,
    PORT: String(port),
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
  };
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
  const isReady = () =>
    askAt(port, '/api/health/ready').then(
      ({ status }) => status === 200,
      () => false,
    );
  const ready = async () => {
    if (isRead) await subject.process.ready();
    while (!(await isReady())) await pause(100);
  };
  const spawn = () => spawnCounterfoil(environment, { isRead });
  const subject: Subject = {
    port,
    process: spawn(),
    start: async () => {
      subject.process = spawn();
      await ready();
    },
    stop: async () => {
      subject.process.signal('SIGTERM');
      await subject.process.ended();
    },
    ask: (path, init) => askAt(port, path, init),
    askAt,
  };
  await ready();
  const signedIn = await subject.ask('/api/auth/login', { method: 'POST', body: JSON.stringify(admin) });
  ({ token } = (await signedIn.json()) as { token: string });
  return subject;
}
