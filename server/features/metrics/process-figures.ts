import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** What the process itself knows. */
export type ProcessParts = {
  readonly version: string;
  /** The connections that requests use. */
  readonly pool: Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount' | 'options'>;
  /** How many lines of the log could not be written. */
  readonly lostLines: () => number;
};

/** In seconds, from what a till does to the longest that a request may take. */
const durations = [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30];
const namedMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE']);

/** Collects figures of this process from now on. */
export function processFigures(app: FastifyInstance, parts: ProcessParts): Registry {
  const registry = new Registry();
  // Memory, processor, garbage collection, open files, and the delay of the event loop.
  collectDefaultMetrics({ register: registry });
  for (const figure of [...figuresOfPool(parts.pool), lostLogLines(parts.lostLines)])
    registry.registerMetric(figure);
  new Gauge({
    name: 'counterfoil_build_info',
    help: 'Always 1; the version is in the labels',
    labelNames: ['version', 'node'],
    registers: [registry],
  }).set({ version: parts.version, node: process.versions.node }, 1);
  timeRequests(app, registry);
  return registry;
}

/** Otherwise a figure would be registered for the whole process. */
const registers: Registry[] = [];

function figuresOfPool(pool: ProcessParts['pool']): Gauge[] {
  const connections = new Gauge({
    name: 'counterfoil_pool_connections',
    help: 'Database connections for requests',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'in_use' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'idle' }, pool.idleCount);
    },
  });
  const most = new Gauge({
    name: 'counterfoil_pool_connections_max',
    help: 'How many database connections requests may use',
    registers,
  });
  most.set(pool.options.max);
  const waiting = new Gauge({
    name: 'counterfoil_pool_waiting',
    help: 'Requests that wait for a database connection',
    registers,
    collect() {
      this.set(pool.waitingCount);
    },
  });
  return [connections, most, waiting];
}

const lostLogLines = (lostLines: () => number) =>
  new Counter({
    name: 'counterfoil_log_lines_lost_total',
    help: 'Log lines that could not be written',
    registers,
    collect() {
      this.reset();
      this.inc(lostLines());
    },
  });

function timeRequests(app: FastifyInstance, registry: Registry): void {
  const seconds = new Histogram({
    name: 'counterfoil_http_request_duration_seconds',
    help: 'Answered requests, by route and class of status',
    labelNames: ['method', 'route', 'status'],
    buckets: durations,
    registers: [registry],
  });
  app.addHook('onResponse', async (request, reply) => {
    // Events stay open for hours, which says nothing about speed.
    if (String(reply.getHeader('content-type')).startsWith('text/event-stream')) return;
    seconds.observe(
      {
        method: namedMethods.has(request.method) ? request.method : 'other',
        // The pattern: an address holds ids, and anyone can invent addresses.
        route: request.routeOptions.url ?? 'none',
        status: `${Math.floor(reply.statusCode / 100)}xx`,
      },
      reply.elapsedTime / 1000,
    );
  });
}
