import type { IncomingMessage, Server } from 'node:http';

/** How long the body of a request may take to arrive; times in milliseconds. */
export type BodyTimes = {
  /** The limit for every body but that of an upload, measured from the head on. */
  readonly limit: number;
  /** All bodies under way are looked at once in this time. */
  readonly checkedEvery: number;
  /** What an upload must bring once it has reached the limit. */
  readonly upload: { readonly bytesPerSecond: number; readonly measuredOver: number };
};

type Arrival = { readonly began: number; measured: { at: number; bytes: number }; isFast: boolean };

const uploads = new WeakSet<IncomingMessage>();

/**
 * Lets a body take as long as it needs while it keeps arriving: a form with files on a slow line. Only for users who may
 * send it, so that a stranger cannot keep connections (R22).
 */
export const takeAsUpload = (request: IncomingMessage): void => void uploads.add(request);

/**
 * Ends requests whose bodies arrive too slowly, with 408. The limit of Node.js itself cannot tell an upload on a slow line
 * from an attacker, so it is turned off for the server.
 */
export function endSlowBodies(server: Server, { limit, checkedEvery, upload }: BodyTimes): void {
  const underWay = new Map<IncomingMessage, Arrival>();
  server.on('request', (request: IncomingMessage) => {
    if (!('content-length' in request.headers || 'transfer-encoding' in request.headers)) return;
    const now = performance.now();
    underWay.set(request, {
      began: now,
      measured: { at: now, bytes: request.socket.bytesRead },
      isFast: true,
    });
  });
  const measure = ({ socket }: IncomingMessage, arrival: Arrival, now: number) => {
    const { at, bytes } = arrival.measured;
    if (now - at < upload.measuredOver) return;
    arrival.isFast = ((socket.bytesRead - bytes) * 1000) / (now - at) >= upload.bytesPerSecond;
    arrival.measured = { at: now, bytes: socket.bytesRead };
  };
  const check = () => {
    const now = performance.now();
    for (const [request, arrival] of underWay) {
      if (request.complete || request.destroyed) {
        underWay.delete(request);
        continue;
      }
      measure(request, arrival, now);
      if (now - arrival.began < limit || (uploads.has(request) && arrival.isFast)) continue;
      underWay.delete(request);
      server.emit('clientError', tooSlow(), request.socket);
    }
  };
  const timer = setInterval(check, checkedEvery);
  timer.unref();
  server.once('close', () => clearInterval(timer));
}

/** As Node.js reports it. */
const tooSlow = () => Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
