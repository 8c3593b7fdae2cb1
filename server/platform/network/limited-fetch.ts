import { request as requestPlain } from 'node:http';
import { request as requestOverTls } from 'node:https';
import { BlockList, isIP } from 'node:net';
import type { Networks } from './networks';
import { HostRefused, resolveHost } from './resolve-host';

type Limits = {
  readonly networks: Networks;
  /** Where the operator lists local networks. */
  readonly variable: string;
  readonly maxBytes: number;
  /** For the whole exchange, so that a server that sends a byte at a time is given up too. */
  readonly timeoutMs: number;
  /** Where plain http is usual: what is received bears a signature of its own. Else it reaches only this machine. */
  readonly takesPlainHttp?: boolean;
};

/** The answer is longer than was allowed. */
export class AnswerTooLong extends Error {
  override readonly name = 'AnswerTooLong';
}

type Asked = {
  readonly method?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | Uint8Array | URLSearchParams | null | undefined;
  readonly signal?: AbortSignal | undefined;
};

const thisMachine = new BlockList();
thisMachine.addSubnet('127.0.0.0', 8, 'ipv4');
thisMachine.addAddress('::1', 'ipv6');
const isThisMachine = (address: string) => thisMachine.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

const securePorts = [443, 8443];
const plainPorts = [80, 443];
const bodyless = [204, 205, 304];

/**
 * Asks another server within limits: its name is resolved once and the connection made to the checked address, without
 * following redirects, and the answer is neither large nor late. @throws HostRefused when the server may not be asked,
 * AnswerTooLong; other errors when it does not answer as it should.
 */
export const limitedFetch =
  ({ networks, variable, maxBytes, timeoutMs, takesPlainHttp = false }: Limits) =>
  async (address: string, { method = 'GET', headers = {}, body, signal }: Asked = {}): Promise<Response> => {
    const url = new URL(address);
    const host = url.hostname.replaceAll(/^\[|\]$/g, '');
    const isTls = url.protocol === 'https:';
    const port = Number(url.port) || (isTls ? 443 : 80);
    const place = await resolveHost(host, port, {
      networks,
      variable,
      ...(takesPlainHttp
        ? { ports: plainPorts, portsAreFor: 'http or https' }
        : { ports: securePorts, portsAreFor: 'https' }),
    });
    if (!isTls && (url.protocol !== 'http:' || !(takesPlainHttp || isThisMachine(place.address))))
      throw new HostRefused(`${url.host} must be reached over https.`);
    const sent = body == null ? undefined : Buffer.from(body instanceof Uint8Array ? body : String(body));
    const late = AbortSignal.timeout(timeoutMs);
    return new Promise((resolve, reject) => {
      const outgoing = (isTls ? requestOverTls : requestPlain)(
        {
          host: place.address,
          port,
          method,
          path: `${url.pathname}${url.search}`,
          headers: { ...headers, host: url.host, ...(sent ? { 'content-length': sent.length } : {}) },
          ...(isTls && !isIP(host) ? { servername: host } : {}),
          agent: false,
          signal: signal ? AbortSignal.any([signal, late]) : late,
        },
        incoming => {
          const blocks: Buffer[] = [];
          let bytes = 0;
          incoming.on('data', (block: Buffer) => {
            bytes += block.length;
            if (bytes > maxBytes)
              incoming.destroy(new AnswerTooLong(`The response from ${url.host} is too long.`));
            else blocks.push(block);
          });
          incoming.on('error', reject);
          incoming.on('end', () => {
            const { statusCode: status = 500 } = incoming;
            const content = bodyless.includes(status) ? null : Buffer.concat(blocks);
            try {
              resolve(new Response(content, { status, headers: headersOf(incoming.headersDistinct) }));
            } catch (error) {
              // A status or header that is not one.
              reject(error);
            }
          });
        },
      );
      outgoing.on('error', reject);
      outgoing.end(sent);
    });
  };

const headersOf = (headers: NodeJS.Dict<string[]>): [string, string][] =>
  Object.entries(headers).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
