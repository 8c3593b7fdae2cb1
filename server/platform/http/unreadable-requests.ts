import { randomUUID } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyServerOptions } from 'fastify';
import type { ErrorCode, ErrorReply } from '#domain/kernel/error-codes';
import { sendRefusal } from './error-reply';
import { Refusal } from './refusal';
import { securityHeaders } from './security-headers';

/** Refuses unreadable requests with the same body and headers as every other refusal. */
export function refuseUnreadable(
  publicUrl: string,
): Pick<FastifyServerOptions, 'frameworkErrors' | 'clientErrorHandler'> {
  const headers = { ...securityHeaders(publicUrl), 'cache-control': 'no-store' };
  return {
    // An address that cannot be decoded. No hook runs, so the headers are added here.
    frameworkErrors: (_error, request, reply) =>
      void sendRefusal(
        request,
        reply.headers(headers),
        new Refusal('bad_request', 'This address could not be read.'),
      ),
    // Not HTTP, so there is neither a request nor a reply.
    clientErrorHandler: (error, socket) => respond(socket, error.code ?? '', headers),
  };
}

type Reason = { readonly code: ErrorCode; readonly message: string; readonly status: string };

const reasons: Readonly<Record<string, Reason>> = {
  HPE_HEADER_OVERFLOW: {
    code: 'too_large',
    message: 'The headers of the request are too large.',
    status: '431 Request Header Fields Too Large',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    code: 'bad_request',
    message: 'The request took too long to arrive.',
    status: '408 Request Timeout',
  },
};
const unreadable: Reason = {
  code: 'bad_request',
  message: 'The request could not be read.',
  status: '400 Bad Request',
};

function respond(socket: Duplex, code: string, headers: OutgoingHttpHeaders): void {
  // The client has already gone.
  if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const reason = reasons[code] ?? unreadable;
  const body = JSON.stringify({
    message: reason.message,
    code: reason.code,
    request_id: randomUUID(),
  } satisfies ErrorReply);
  const lines = Object.entries({
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${String(value)}`);
  socket.end(`HTTP/1.1 ${reason.status}\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
}
