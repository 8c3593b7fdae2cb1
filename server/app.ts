import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { allConstraints } from './constraints';
import type { BackupPlace } from './features/backups';
import type { MailboxNetwork } from './features/inbox';
import { canSubscribeTo } from './features/live';
import { runScanSoon } from './features/notifications';
import { rememberCallers } from './features/session';
import { writeAudits } from './kernel/audit';
import { type Mailing, openMailing, waitForOutcome } from './kernel/outbox';
import type { Listener } from './platform/database/listen';
import type { Database } from './platform/database/open-database';
import type { FileStore } from './platform/files/file-store';
import { registerConstraintWords } from './platform/http/constraint-words';
import { createHttpApp } from './platform/http/create-app';
import type { RefusalLimits } from './platform/http/limit-refusals';
import { registerRoutes } from './platform/http/register-routes';
import { serveWeb } from './platform/http/serve-web';
import { announce } from './platform/live/announce';
import { inAWhile } from './platform/live/in-a-while';
import { openLiveHub } from './platform/live/live-hub';
import { readNetworks } from './platform/network';
import type { Secrets } from './platform/secrets';
import { allRoutes } from './routes';

/** What the product is made of outside itself. */
export type AppParts = {
  readonly db: Database;
  readonly files: FileStore;
  readonly secrets: Secrets;
  readonly listener: Listener;
  readonly log: FastifyBaseLogger;
  readonly publicUrl: string;
  /** Where backups lie, and the server on which they are tried. */
  readonly backupPlace: BackupPlace;
  /** The built application, when there is one to serve. */
  readonly webFolder: string | null;
  readonly clock?: () => Date;
  /** How messages leave; through the server of the settings, if there is one, when it is left out. */
  readonly mailing?: Mailing;
  /** How much is refused of one caller in a minute before it is told to wait. */
  readonly refusalLimits?: RefusalLimits;
  /** How far mail servers are reached; those of the internet alone, when it is left out. */
  readonly mailNetwork?: MailboxNetwork;
};

/** However much is written, the dashboards hear of it, and stock and limits are looked at, once in a while. */
const figuresPauseMs = 1000;
const pollPauseMs = 2000;

/** Builds the server without listening. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { db, files, listener, publicUrl } = parts;
  const clock = parts.clock ?? (() => new Date());
  registerConstraintWords(allConstraints);
  const callers = rememberCallers(db, clock);
  const app = await createHttpApp({ log: parts.log, publicUrl, trustProxy: true });
  const mailNetwork = parts.mailNetwork ?? { networks: readNetworks(null) };
  const hub = openLiveHub({
    listener,
    lookAgain: callers.lookAgain,
    canSubscribe: canSubscribeTo,
    log: parts.log,
  });
  const afterWrites = [
    inAWhile(figuresPauseMs, () => void attempt(parts, announce(db, { topic: 'figures' }))),
    inAWhile(pollPauseMs, () => void attempt(parts, runScanSoon(db))),
  ];
  app.addHook('preClose', async () => {
    for (const { stop } of afterWrites) stop();
    hub.close();
  });
  const routes = allRoutes({
    callers,
    hub,
    secrets: parts.secrets,
    backupPlace: parts.backupPlace,
    publicUrl,
    mailing: parts.mailing ?? openMailing({ environment: null, secrets: parts.secrets, reach: mailNetwork }),
    mailNetwork,
    awaitEmail: emailId => waitForOutcome({ db, listener }, emailId),
  });
  registerRoutes(
    app,
    {
      db,
      files,
      identify: callers.identify,
      clock,
      writeAudits,
      ...(parts.refusalLimits ? { refusalLimits: parts.refusalLimits } : {}),
      written: () => afterWrites.forEach(({ ask }) => ask()),
    },
    routes,
  );
  await serveWeb(app, parts.webFolder);
  return app;
}

/** What nobody waits for: the next write asks for it again. */
async function attempt({ log }: AppParts, work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    log.warn({ err: error }, 'a task after a write failed');
  }
}
