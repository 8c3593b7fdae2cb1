import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { slowestUpload } from '#domain/kernel/upload-rate';
import { sendRefusal } from './error-reply';
import { RequestCounts } from './request-counts';
import { type BodyTimes, endSlowBodies } from './slow-bodies';
import { readJson } from './strict-json';
import { setSecurityHeaders } from './security-headers';
import { refuseUnreadable } from './unreadable-requests';

const megabyte = 1024 * 1024;

/** How long head and body of a request may take to arrive, in milliseconds. */
export type RequestTimeouts = BodyTimes & { readonly head: number };

/** A slow head is closed within 15 seconds and a slow body within 35, also on a busy machine (R22); an upload may go on while it arrives (F66). */
export const defaultTimeouts: RequestTimeouts = {
  head: 10_000,
  limit: 30_000,
  checkedEvery: 2_000,
  upload: { bytesPerSecond: slowestUpload, measuredOver: 10_000 },
};

/**
 * Creates the HTTP app with limits against slow, huge and repeated requests. The server's defaults have none for slow
 * ones.
 */
export async function createHttpApp(options: {
  log: FastifyBaseLogger;
  publicUrl: string;
  /** Who may set the client's address, besides proxies on this machine; null: not even those. */
  trustedProxies: readonly string[] | null;
  timeouts?: RequestTimeouts;
  /** Aborted when the process begins to shut down. */
  leaving?: AbortSignal | undefined;
}): Promise<FastifyInstance> {
  const timeouts = options.timeouts ?? defaultTimeouts;
  const app = Fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestTimeout: 0,
    connectionTimeout: 60_000,
    // Node checks every 30 seconds by default, so slow heads and bodies would be kept that much longer (F54).
    http: { headersTimeout: timeouts.head, connectionsCheckingInterval: timeouts.checkedEvery },
    bodyLimit: megabyte,
    trustProxy: options.trustedProxies === null ? false : ['loopback', ...options.trustedProxies],
    routerOptions: { maxParamLength: 100 },
    ...refuseUnreadable(options.publicUrl),
  });
  app.removeContentTypeParser('text/plain');
  parseStrictly(app);
  endSlowBodies(app.server, timeouts);
  // setErrorHandler receives whatever handlers and hooks throw; clientError does not get this far.
  app.setErrorHandler((error, request, reply) => sendRefusal(request, reply, error));
  endConnections(app, options.leaving);
  setSecurityHeaders(app, options.publicUrl);
  await app.register(rateLimit, { global: false, store: RequestCounts });
  await app.register(multipart, {
    limits: {
      fileSize: 10 * megabyte + 1,
      files: 10,
      fields: 20,
      parts: 30,
      fieldSize: 65_536,
      headerPairs: 50,
    },
    throwFileSizeLimit: false,
  });
  return app;
}

/** Parses JSON as the server does, but refuses what it would silently accept. */
function parseStrictly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    // A client may declare JSON for a request without a body, such as a deletion (F83).
    if (body.length === 0) return done(null, undefined);
    const read = readJson(request.headers, body as Buffer);
    if ('refusal' in read) return done(read.refusal);
    void parse(request, read.text, done);
  });
}

/**
 * While leaving, each reply ends its connection, so that a client or load balancer that keeps one goes elsewhere before
 * the end, when a request and the end could cross. While closing, unused ones are ended too: one that a browser opened in
 * advance would delay the end by more than a minute.
 */
function endConnections(app: FastifyInstance, leaving: AbortSignal | undefined): void {
  let closing = false;
  const open = new Set<Socket>();
  app.server.on('connection', socket => {
    if (closing) return void socket.destroy();
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  app.addHook('preClose', async () => {
    closing = true;
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
  });
  app.addHook('onSend', (_request, reply, _payload, next) => {
    if (closing || leaving?.aborted) reply.header('connection', 'close');
    next();
  });
}
