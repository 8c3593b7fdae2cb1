import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type CounterfoilProcess, freePort, spawnCounterfoil } from '../support/counterfoil-process';
import { administrator, type Client, openClient } from './client';

/** An installation under test: its process may be killed and started again, its address and token stay. */
export type Subject = Client & {
  process: CounterfoilProcess;
  /** Starts the process again, if need be with other variables than before, and waits until it is ready. */
  readonly start: (variables?: Readonly<Record<string, string>>) => Promise<void>;
  readonly stop: () => Promise<void>;
  /** Signs in again, such as after its session has ended. */
  readonly signIn: () => Promise<void>;
  readonly token: () => string;
};

/** Several processes use one database, each with a data folder of its own. */
export const secretKey = randomBytes(32).toString('hex');

/** No answer may take longer (R09). */
export const longestAnswer = 25;

/** Starts Counterfoil, and signs in as its first administrator or as a user that it has. */
export async function startSubject(
  variables: Readonly<Record<string, string>>,
  {
    output = 'pipe',
    isRead = output === 'pipe',
    user = administrator,
  }: {
    readonly output?: 'pipe' | number;
    readonly isRead?: boolean;
    readonly user?: typeof administrator;
  } = {},
): Promise<Subject> {
  const port = await freePort();
  const environment = {
    ...variables,
    PORT: String(port),
    SECRET_KEY: secretKey,
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
  };
  const { ask, askAt, signIn, token } = openClient(port, user);
  const isReady = () =>
    ask('/api/health/ready').then(
      ({ status }) => status === 200,
      () => false,
    );
  const ready = async () => {
    if (isRead) await subject.process.ready();
    while (!(await isReady())) await pause(100);
  };
  const spawn = (more: Readonly<Record<string, string>> = {}) =>
    spawnCounterfoil({ ...environment, ...more }, { output, isRead });
  const subject: Subject = {
    port,
    process: spawn(),
    start: async more => {
      subject.process = spawn(more);
      await ready();
    },
    stop: async () => {
      subject.process.signal('SIGTERM');
      await subject.process.ended();
    },
    ask,
    askAt,
    signIn,
    token,
  };
  await ready();
  await signIn();
  return subject;
}
