import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';

/**
 * The headers of every reply. The content policy protects the token in local storage: scripts come from here only, and
 * data may not be sent elsewhere. Styles need 'unsafe-inline' because the component library sets style properties on
 * elements.
 */
export function setSecurityHeaders(app: FastifyInstance, publicUrl: string): void {
  const overTls = publicUrl.startsWith('https:');
  const always = securityHeaders(publicUrl);
  const ofTheApi = { ...always, 'cache-control': 'no-store' };
  app.addHook('onSend', (request, reply, _payload, next) => {
    reply.headers(request.url.startsWith('/api') ? ofTheApi : always);
    // Over plain http a browser ignores it, and warns about it on every page.
    if (request.protocol === 'https' || overTls || /^(localhost|127\.|\[::1\])/.test(request.host))
      reply.header('cross-origin-opener-policy', 'same-origin');
    // An uploaded file must not run anything, wherever a browser shows it.
    if (reply.hasHeader('content-disposition'))
      reply.header('content-security-policy', "default-src 'none'; sandbox");
    next();
  });
}

/** The headers of every answer, including those to unreadable requests. */
export function securityHeaders(publicUrl: string): OutgoingHttpHeaders {
  return { ...headersOf(policy(publicUrl.startsWith('https:'))), 'permissions-policy': permissions };
}

/** The same for every reply, so calculated once. */
function headersOf(options: HelmetOptions): OutgoingHttpHeaders {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  helmet(options)(response.req, response, () => undefined);
  return { ...response.getHeaders() };
}

/** Browser features that only these pages use: the camera for barcodes, printers by USB or serial. */
const permissions = [
  ...['camera', 'usb', 'serial', 'fullscreen', 'clipboard-write'].map(feature => `${feature}=(self)`),
  ...['microphone', 'geolocation', 'payment', 'bluetooth', 'hid', 'midi', 'display-capture'].map(
    feature => `${feature}=()`,
  ),
].join(', ');

function policy(overTls: boolean): HelmetOptions {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        connectSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(overTls ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    // Over plain http on a local network these would only lock users out.
    strictTransportSecurity: overTls ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    // Set with each reply, where a browser honours it.
    crossOriginOpenerPolicy: false,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
  };
}
