import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { sendRefusal } from './error-reply';
import { readJson } from './strict-json';
import { setSecurityHeaders } from './security-headers';
import { refuseUnreadable } from './unreadable-requests';

const megabyte = 1024 * 1024;

/** Limits against slow, huge and repeated requests; the defaults of the server have none for the first. */
export async function createHttpApp(options: {
  log: FastifyBaseLogger;
  publicUrl: string;
  trustProxy: boolean;
}): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestTimeout: 35_000,
    connectionTimeout: 60_000,
    // Looked for every half minute, slow heads and bodies would be kept that much longer (F54).
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000 },
    bodyLimit: megabyte,
    // Only a proxy on this machine may say for whom it speaks.
    trustProxy: options.trustProxy ? 'loopback' : false,
    routerOptions: { maxParamLength: 100 },
    ...refuseUnreadable(options.publicUrl),
  });
  app.removeContentTypeParser('text/plain');
  parseStrictly(app);
  // setErrorHandler is given everything that handlers and hooks throw; clientError never gets this far.
  app.setErrorHandler((error, request, reply) => sendRefusal(request, reply, error));
  endConnectionsOnClose(app);
  setSecurityHeaders(app, options.publicUrl);
  await app.register(rateLimit, { global: false });
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

/** As the server itself reads JSON, with a look at what it would take in silence. */
function parseStrictly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    // A client may say JSON of a request that has no body, such as a deletion (F83).
    if (body.length === 0) return done(null, undefined);
    const read = readJson(request.headers, body as Buffer);
    if ('refusal' in read) return done(read.refusal);
    void parse(request, read.text, done);
  });
}

/**
 * An answer that is given while the server closes is the last on its connection: kept alive, the connection would
 * hold the end up for more than a minute. So would one that a browser has opened for a request to come.
 */
function endConnectionsOnClose(app: FastifyInstance): void {
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
    if (closing) reply.header('connection', 'close');
    next();
  });
}
