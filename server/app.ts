import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { allConstraints } from './constraints';
import type { BackupPlace } from './features/backups';
import type { MailboxNetwork } from './features/inbox';
import { canSubscribeTo } from './features/live';
import { type MetricsParts, serveMetrics } from './features/metrics';
import { runScanSoon } from './features/notifications';
import { rememberCallers } from './features/session';
import { writeAudits } from './kernel/audit';
import { findYearStart } from './kernel/company';
import { isConfirmed, openProviders } from './kernel/sign-in';
import { type Mailing, openMailing, waitForOutcome } from './kernel/outbox';
import type { Listener } from './platform/database/listen';
import type { Database } from './platform/database/open-database';
import type { LaggingReads } from './platform/database/standby';
import type { FileStore } from './platform/files/file-store';
import { registerConstraintWords } from './platform/http/constraint-words';
import { createHttpApp } from './platform/http/create-app';
import type { RefusalLimits } from './platform/http/limit-refusals';
import type { RequestPool } from './platform/http/refuse-overload';
import type { RequestLimits } from './platform/http/request-limits';
import { registerRoutes } from './platform/http/register-routes';
import { serveWeb } from './platform/http/serve-web';
import { announce } from './platform/live/announce';
import { throttle } from './platform/live/throttle';
import { openLiveHub } from './platform/live/live-hub';
import { type Networks, readNetworks } from './platform/network';
import type { Secrets } from './platform/secrets';
import { allRoutes } from './routes';

/** The external parts of the application. */
export type AppParts = {
  readonly db: Database;
  /** The connections of `db`. */
  readonly pool: RequestPool;
  /** For reports, which may be a second old. */
  readonly laggingReads?: LaggingReads | undefined;
  readonly files: FileStore;
  readonly secrets: Secrets;
  readonly listener: Listener;
  readonly log: FastifyBaseLogger;
  readonly publicUrl: string;
  /** The backup folder, and the database server for test restores. */
  readonly backupPlace: BackupPlace;
  /** The folder with the signed heads of the audit log; without it they are not compared. */
  readonly auditHeads?: string;
  /** The built web application, if there is one to serve. */
  readonly webFolder: string | null;
  /** Set when this is a training copy: every page says so. */
  readonly training?: { readonly copiedAt: Date } | null;
  readonly clock?: () => Date;
  /** Load balancers on other machines. */
  readonly trustedProxies?: readonly string[];
  /** Aborted when the process begins to shut down: load balancers are told before it ends. */
  readonly leaving?: AbortSignal;
  /** How often live streams are checked, in milliseconds. */
  readonly heartbeatMs?: number;
  /** How emails are sent; by default through the server in the settings, if any. */
  readonly mailing?: Mailing;
  /** How many refusals one caller may have in a minute before a 429. */
  readonly refusalLimits?: RefusalLimits;
  /** How long a request may take, and when further ones are refused. */
  readonly requestLimits?: RequestLimits;
  /** Which mail servers may be reached; by default those on the internet only. */
  readonly mailNetwork?: MailboxNetwork;
  /** Where a sign-in provider may be; by default on the internet only. */
  readonly signInNetworks?: Networks;
  /** What `/metrics` needs; without it the address does not exist. */
  readonly metrics?: MetricsParts | undefined;
};

/** However many writes there are, dashboards, stock levels and limits are updated once in this time. */
const figuresPauseMs = 1000;
const pollPauseMs = 2000;

/** Builds the server without listening. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { db, files, listener, publicUrl } = parts;
  const clock = parts.clock ?? (() => new Date());
  registerConstraintWords(allConstraints);
  const callers = rememberCallers(db, clock);
  const { leaving, trustedProxies = [] } = parts;
  const app = await createHttpApp({ log: parts.log, publicUrl, trustedProxies, leaving });
  const mailNetwork = parts.mailNetwork ?? { networks: readNetworks(null) };
  const hub = openLiveHub({
    listener,
    refreshActor: callers.refreshActor,
    canSubscribe: canSubscribeTo,
    log: parts.log,
    heartbeatMs: parts.heartbeatMs,
  });
  const afterWrites = [
    throttle(figuresPauseMs, () => void attempt(parts, announce(db, { topic: 'figures' }))),
    throttle(pollPauseMs, () => void attempt(parts, runScanSoon(db))),
  ];
  app.addHook('preClose', async () => {
    for (const { stop } of afterWrites) stop();
    hub.close();
  });
  const routes = allRoutes({
    callers,
    hub,
    secrets: parts.secrets,
    leaving,
    backupPlace: parts.backupPlace,
    auditHeads: parts.auditHeads,
    publicUrl,
    providers: openProviders({
      secrets: parts.secrets,
      networks: parts.signInNetworks ?? readNetworks(null),
      publicUrl,
      clock,
    }),
    mailing: parts.mailing ?? openMailing({ environment: null, secrets: parts.secrets, reach: mailNetwork }),
    mailNetwork,
    awaitEmail: emailId => waitForOutcome({ db, listener }, emailId),
  });
  registerRoutes(
    app,
    {
      db,
      pool: parts.pool,
      laggingReads: parts.laggingReads,
      files,
      identify: callers.identify,
      recall: callers.recall,
      clock,
      writeAudits,
      isConfirmed,
      findYearStart,
      ...(parts.refusalLimits ? { refusalLimits: parts.refusalLimits } : {}),
      ...(parts.requestLimits ? { requestLimits: parts.requestLimits } : {}),
      written: () => afterWrites.forEach(({ ask }) => ask()),
    },
    routes,
  );
  serveMetrics(app, parts.metrics);
  await serveWeb(app, parts.webFolder, parts.training?.copiedAt);
  return app;
}

/** Failures are only logged: the next write tries again. */
async function attempt({ log }: AppParts, work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    log.warn({ err: error }, 'a task after a write failed');
  }
}
