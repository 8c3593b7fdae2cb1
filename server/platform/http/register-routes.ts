import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type AnyCall, pathParams } from '#domain/kernel/call';
import type { Tx } from '../database/open-database';
import { uncancelled } from '../database/cancellation';
import { inTransaction } from '../database/transaction';
import { sqlState } from '../database/database-errors';
import { during } from '../current-work';
import { networkOf } from '../network';
import type { Actor } from './actor';
import { answerInTime, awaitInTime } from './answer-in-time';
import { readBody } from './read-body';
import { anonymousActor, type ReadContext, type WriteContext } from './context';
import { encodeReply } from './encode-reply';
import { awaitFirstPiece } from './first-piece';
import { isTransient } from './error-reply';
import { executeOnce, idempotencyKey } from './idempotency';
import { receiveMultipart } from './multipart';
import { admit, recordSums } from './admit';
import { limitRefusals, type RefusalLimiter, defaultRefusalLimits, watchRefusals } from './limit-refusals';
import { Refusal, stopped } from './refusal';
import { refuseOverload } from './refuse-overload';
import { defaultRequestLimits, type RequestLimits } from './request-limits';
import { withDays } from './relative-dates';
import { refuseOtherMethods } from './refuse-other-methods';
import { addressOf, FileReply, type Route, StoredFileReply, StreamReply } from './route';
import { sendFile, sendStoredFile } from './send-file';
import type { RouteServices } from './route-services';

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | undefined;
    /** How long it took to admit it, in milliseconds. */
    admittedIn: number;
  }
}

/** Registers every route below `/api`. A call without an `access` is a programming error that stops the start. */
export function registerRoutes(
  app: FastifyInstance,
  services: RouteServices,
  routes: readonly Route[],
): void {
  app.decorateRequest('actor', undefined);
  app.decorateRequest('admittedIn', 0);
  const limits = services.requestLimits ?? defaultRequestLimits;
  const door = { limits, overload: refuseOverload(services.pool, limits) };
  const limiter = limitRefusals(services.refusalLimits ?? defaultRefusalLimits, services.clock);
  watchRefusals(app, limiter, sums => recordSums(services, sums));
  for (const route of routes) registerRoute(app, services, { ...door, limiter }, route);
  refuseOtherMethods(
    app,
    routes.map(route => route.call),
  );
}

/** What a request passes before it is read. */
type Door = {
  readonly limits: RequestLimits;
  readonly overload: () => Refusal | undefined;
  readonly limiter: RefusalLimiter;
};

/** The first part of a request's time; the arrival of its body does not count. */
async function enter(services: RouteServices, door: Door, route: Route, request: FastifyRequest) {
  const began = performance.now();
  const refusal = door.overload();
  if (refusal && !route.goesFirst) throw refusal;
  // Not cancelled, because requests share what is asked about a session.
  await awaitInTime(admit(services, door.limiter, route.call, request), door.limits.lasts, stopped);
  request.admittedIn = performance.now() - began;
}

function registerRoute(app: FastifyInstance, services: RouteServices, door: Door, route: Route): void {
  const { call } = route;
  if (!call.access) throw new Error(`${call.method} ${call.path} names no access`);
  const params = pathParams(call.path);
  // Told twice, because it is lost while a body arrives.
  const inRoute = <Result>({ id }: FastifyRequest, act: () => Result) =>
    during({ route: `${call.method} ${call.path}`, reqId: id }, act);
  app.route({
    method: call.method,
    url: addressOf(call),
    // A stream has no HEAD: it would continue unread. Nor has a download that is recorded: HEAD sends nothing.
    exposeHeadRoute: call.replyKind !== 'stream' && route.kind === 'read',
    // Decided before the body is read: an unauthorised caller must not learn whether the body was valid.
    onRequest: request => inRoute(request, () => enter(services, door, route, request)),
    ...(call.perMinute ? { config: { rateLimit: rateLimit(call.perMinute) } } : {}),
    handler: (request, reply) =>
      inRoute(request, async () => {
        const sent = { params: params.parse(request.params), query: call.query.parse(request.query) };
        const received = route.kind === 'write' ? await receive(services, route, request) : undefined;
        const answer = async () => {
          const input = { ...sent, query: await withDays(services, call, sent.query) };
          return received
            ? answerWrite(services, route, request, { ...input, received })
            : answerRead(services, route, request, { ...input, gone: goneOf(reply) });
        };
        return send(reply, await inTime(door.limits, route, request, answer));
      }),
  });
}

/** A file is sent for as long as it takes once it has begun, and the few replies that need the time are not limited. */
const inTime = <Result>(
  { lasts, undoing }: RequestLimits,
  { kind, call, takesLong }: Route,
  { admittedIn }: FastifyRequest,
  answer: () => Promise<Result>,
): Promise<Result> =>
  takesLong || call.replyKind === 'stream'
    ? answer()
    : answerInTime(
        kind === 'read' && call.replyKind === 'file' ? 'file' : kind,
        { lasts: lasts - admittedIn, undoing },
        answer,
      );

const rateLimit = (max: number) => ({
  max,
  timeWindow: '1 minute',
  hook: 'preHandler' as const,
  keyGenerator: (request: FastifyRequest) =>
    request.actor ? `user ${request.actor.id}` : networkOf(request.ip),
});

type Input = { params: Record<string, number>; query: unknown };

/** Aborted when the client closes the connection before the whole reply was sent. */
function goneOf({ raw }: FastifyReply): AbortSignal {
  const going = new AbortController();
  const leave = () => {
    if (!raw.writableFinished) going.abort();
  };
  // The client may have gone while its session was looked up.
  if (raw.destroyed) leave();
  else raw.once('close', leave);
  return going.signal;
}

async function answerRead(
  services: RouteServices,
  route: Route,
  request: FastifyRequest,
  input: Input & Pick<ReadContext, 'gone'>,
): Promise<unknown> {
  const result = await route.handle({ ...readContext(services, request), ...input } as never);
  await awaitFirstPiece(result, input.gone);
  return isSentAsIs(result) ? result : encodeReply(route.call, result);
}

const isSentAsIs = (result: unknown): boolean =>
  result instanceof FileReply || result instanceof StoredFileReply || result instanceof StreamReply;

const readContext = (services: RouteServices, request: FastifyRequest): ReadContext => ({
  db: services.db,
  laggingReads: services.laggingReads,
  files: services.files,
  actor: request.actor ?? anonymousActor,
  now: services.clock(),
});

/** A write as it was sent: files are stored already. */
type Received = { readonly key: string | undefined; readonly body: unknown };

async function receive(services: RouteServices, route: Route, request: FastifyRequest): Promise<Received> {
  const { call } = route;
  const key =
    call.method === 'POST' && !route.answersSecret
      ? idempotencyKey(request.headers['idempotency-key'])
      : undefined;
  const body =
    call.bodyKind === 'multipart'
      ? await receiveMultipart(request, services.files, route.uploads)
      : readBody(call.body, jsonBodyOf(request));
  return { key, body };
}

async function answerWrite(
  services: RouteServices,
  route: Route,
  request: FastifyRequest,
  { received, ...input }: Input & { readonly received: Received },
): Promise<unknown> {
  const { call } = route;
  const { key } = received;
  const body = route.prepare
    ? await route.prepare({ ...readContext(services, request), files: services.files, address: request.ip }, {
        ...input,
        body: received.body,
      } as never)
    : received.body;
  const now = services.clock();
  let effects: (() => void)[] = [];
  let noted = 0;

  const result = await inTransaction(services.db, async tx => {
    effects = [];
    const ctx = writeContext(tx, request, now, effect => effects.push(effect));
    const execute = async () => {
      const outcome = await route.handle({ ctx, body, ...input } as never);
      if (outcome instanceof Refusal || route.settle) return outcome;
      return encodeReply(call, outcome);
    };
    const answered =
      key && request.actor
        ? await executeOnce(
            tx,
            now,
            {
              userId: request.actor.id,
              key,
              route: `${call.method} ${call.path}`,
              // The body as received, not as parsed: the same request sent again must match.
              contents: [input.params, received.body],
            },
            execute,
          )
        : await execute();
    await services.writeAudits(tx, ctx, ctx.audits);
    insistOnAudit(call, ctx, answered, key !== undefined);
    noted = ctx.audits.length;
    return answered;
  });

  uncancelled(() => {
    for (const effect of effects) effect();
    if (noted > 0) services.written();
  });
  if (result instanceof Refusal) throw result;
  if (!route.settle) return result;
  const settled = await settle(route.settle(readContext(services, request), result as never));
  return isSentAsIs(settled) ? settled : encodeReply(call, settled);
}

/** Awaits the reply to what is saved already: a passing fault must not say that nothing was changed. */
async function settle(reply: Promise<unknown>): Promise<unknown> {
  try {
    return await reply;
  } catch (error) {
    // A statement that was cancelled here only read.
    if (!isTransient(error) && sqlState(error) !== '57014') throw error;
    throw new Refusal(
      'unavailable',
      'This was saved, but it could not be shown. Reload the page to see it.',
      {
        retryAfterSeconds: 1,
      },
    );
  }
}

/** No body is an empty one, but a form is not: its fields would be ignored. */
function jsonBodyOf(request: FastifyRequest): unknown {
  if (request.isMultipart()) throw new Refusal('unsupported_media', 'Send the body as application/json.');
  return request.body === undefined ? {} : request.body;
}

function writeContext(
  tx: Tx,
  request: FastifyRequest,
  now: Date,
  afterCommit: WriteContext['afterCommit'],
): WriteContext {
  return Object.freeze({
    tx,
    actor: request.actor ?? anonymousActor,
    now,
    requestId: request.id,
    address: request.ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    audits: [],
    afterCommit,
  });
}

/** A write without an audit entry is a bug; this finds it in development and tests. */
function insistOnAudit(call: AnyCall, ctx: WriteContext, answered: unknown, canBeRepeat: boolean): void {
  if (
    process.env.NODE_ENV === 'production' ||
    call.audit === 'none' ||
    canBeRepeat ||
    answered instanceof Refusal
  )
    return;
  if (ctx.audits.length === 0)
    throw new Error(`${call.method} ${call.path} changed something without an audit entry`);
}

function send(reply: FastifyReply, content: unknown): FastifyReply {
  if (content instanceof FileReply) return sendFile(reply, content);
  if (content instanceof StoredFileReply) return sendStoredFile(reply, content);
  // A buffering proxy would hold events back, and a kept-alive connection would delay the server's shutdown.
  if (content instanceof StreamReply)
    return reply
      .header('x-accel-buffering', 'no')
      .header('connection', 'close')
      .type('text/event-stream; charset=utf-8')
      .send(content.events);
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(content));
}
