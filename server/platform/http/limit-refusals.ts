import { networkOf } from '../network';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Actor } from './actor';
import { type Refusal, tooMany } from './refusal';

/** How many refusals a caller may have in a minute before the reply is 429. */
export type RefusalLimits = { readonly perCaller: number; readonly perAddress: number };

/**
 * A user at a screen causes a few; a faulty program causes hundreds. Callers without a session are counted by address:
 * a whole shop may share one, and its signed-in users are not affected.
 */
export const defaultRefusalLimits: RefusalLimits = { perCaller: 300, perAddress: 1200 };

/** A caller's further refusals in a minute, as the audit log records them. */
export type RefusalSum = {
  readonly actor: Actor | null;
  readonly address: string;
  readonly times: number;
  /** The first few requested paths, with counts. */
  readonly paths: Readonly<Record<string, number>>;
};

type Caller = {
  since: number;
  refused: number;
  /** Tokens that belong to no one. */
  invented: number;
  isTold: boolean;
  actor: Actor | null;
  address: string;
  times: number;
  paths: Record<string, number>;
};

const minuteMs = 60_000;
const maxRemembered = 10_000;
const maxNamed = 10;
/** Expired sessions cause a handful; this many in a minute from one address are worth an entry. */
const minExpiredToReport = 100;
const counted = new Set([401, 403, 422, 429]);

const keyOf = ({ actor, ip }: FastifyRequest): string =>
  actor
    ? actor.apiToken
      ? `token ${actor.apiToken.id}`
      : `session ${actor.sessionId}`
    : `address ${networkOf(ip)}`;

/** The callers refused within the last minute, and the sums of those whose minute is over. */
function refusedCallers(clock: () => Date) {
  const callers = new Map<string, Caller>();
  const over: RefusalSum[] = [];
  const end = (key: string, caller: Caller) => {
    callers.delete(key);
    const isWorth = caller.actor ? caller.times > 0 : caller.times >= minExpiredToReport;
    if (isWorth)
      over.push({ actor: caller.actor, address: caller.address, times: caller.times, paths: caller.paths });
  };
  const endOver = (now: number, all = false) => {
    for (const [key, caller] of callers)
      if (all || Math.abs(now - caller.since) >= minuteMs) end(key, caller);
  };
  /** A caller whose minute is not over. */
  const currentOf = (request: FastifyRequest): Caller | undefined => {
    const caller = callers.get(keyOf(request));
    return caller && Math.abs(clock().getTime() - caller.since) < minuteMs ? caller : undefined;
  };
  const callerOf = (request: FastifyRequest): Caller => {
    const current = currentOf(request);
    if (current) return current;
    const key = keyOf(request);
    const now = clock().getTime();
    const existing = callers.get(key);
    if (existing) end(key, existing);
    if (callers.size >= maxRemembered) endOver(now, true);
    const caller = {
      since: now,
      refused: 0,
      invented: 0,
      isTold: false,
      actor: request.actor ?? null,
      address: request.ip,
      times: 0,
      paths: {},
    };
    callers.set(key, caller);
    return caller;
  };
  return { currentOf, callerOf, endOver, over };
}

/**
 * Refusals by caller and minute, in memory: neither the database nor the chained audit log, where all writers take
 * turns, is used for each (F52). Those beyond the first in a minute are recorded as one sum when it is over.
 */
export function limitRefusals(limits: RefusalLimits, clock: () => Date) {
  const { currentOf, callerOf, endOver, over } = refusedCallers(clock);
  return {
    /** Counts a refusal. */
    note: (request: FastifyRequest, status: number): void => {
      if (counted.has(status)) callerOf(request).refused += 1;
    },
    /** Counts a token that was looked up and belongs to no one. */
    noteInvented: (request: FastifyRequest): void => {
      callerOf(request).invented += 1;
    },
    /** Whether an address has sent as many such tokens within a minute as it may have refusals. */
    hasInventedTooMany: (request: FastifyRequest): boolean => {
      const caller = currentOf(request);
      return caller !== undefined && caller.invented >= limits.perAddress;
    },
    /** The 429 refusal, once a caller has had as many refusals as a minute allows. */
    tooManyFor: (request: FastifyRequest): Refusal | null => {
      const caller = currentOf(request);
      if (!caller || caller.refused < (request.actor ? limits.perCaller : limits.perAddress)) return null;
      const seconds = Math.max(1, Math.ceil((caller.since + minuteMs - clock().getTime()) / 1000));
      return tooMany(
        `Too many of your requests were refused. Wait ${seconds} seconds and try again.`,
        seconds,
      );
    },
    /** Whether this is the caller's first refusal of the minute, which is recorded in full; others are added up. */
    isFirst: (request: FastifyRequest, path: string): boolean => {
      const caller = callerOf(request);
      if (!caller.isTold && caller.actor) return (caller.isTold = true);
      caller.times += 1;
      if (path in caller.paths || Object.keys(caller.paths).length < maxNamed)
        caller.paths[path] = (caller.paths[path] ?? 0) + 1;
      return false;
    },
    /** The sums of the minutes that are over, or of all; each is returned once. */
    takeSums: (all = false): RefusalSum[] => {
      endOver(clock().getTime(), all);
      return over.splice(0);
    },
  };
}

export type RefusalLimiter = ReturnType<typeof limitRefusals>;

const reportEveryMs = 5_000;

/** Counts every refusal, and records the sums when their minute is over and when the server closes. */
export function watchRefusals(
  app: FastifyInstance,
  limiter: RefusalLimiter,
  tell: (sums: readonly RefusalSum[]) => Promise<void>,
): void {
  app.addHook('onResponse', async (request, reply) => limiter.note(request, reply.statusCode));
  const logRefusalTotals = async (all = false) => {
    const sums = limiter.takeSums(all);
    if (sums.length > 0)
      await tell(sums).catch(error => app.log.warn({ err: error }, 'refusals could not be recorded'));
  };
  const timer = setInterval(() => void logRefusalTotals(), reportEveryMs);
  timer.unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await logRefusalTotals(true);
  });
}
