import { request as requestPlain } from 'node:http';
import { request as requestOverTls } from 'node:https';
import { isIP } from 'node:net';
import { type Networks, resolveHost } from '../../platform/network';
import { dataAddressOf, type PicturesOf } from './show-pictures';

const maxPictures = 30;
const maxPictureBytes = 2 * 1024 * 1024;
const maxBytes = 10 * 1024 * 1024;
const maxDurationMs = 8_000;
const atOnce = 4;
const webPorts = [80, 443];

/**
 * Fetches remote pictures on request. The address is checked first, redirects are not followed, nothing
 * identifying is sent, and anything but a picture is discarded.
 */
export const fetchPictures =
  (networks: Networks): PicturesOf =>
  async addresses => {
    const found = new Map<string, string>();
    const waiting = addresses.slice(0, maxPictures);
    const over = AbortSignal.timeout(maxDurationMs);
    let room = maxBytes;
    const worker = async () => {
      for (let next = waiting.shift(); next !== undefined && room > 0; next = waiting.shift()) {
        const bytes = await fetchBytes(next, networks, over).catch(() => null);
        const picture = bytes && dataAddressOf(bytes);
        if (!picture) continue;
        room -= picture.length;
        found.set(next, picture);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
    return found;
  };

async function fetchBytes(address: string, networks: Networks, signal: AbortSignal): Promise<Buffer> {
  const url = new URL(address);
  const host = url.hostname.replaceAll(/^\[|\]$/g, '');
  const isTls = url.protocol === 'https:';
  const port = Number(url.port) || (isTls ? 443 : 80);
  const place = await resolveHost(host, port, { networks, ports: webPorts });
  return new Promise((resolve, reject) => {
    const outgoing = (isTls ? requestOverTls : requestPlain)(
      {
        host: place.address,
        port,
        path: `${url.pathname}${url.search}`,
        headers: { host: url.host, accept: 'image/*' },
        ...(isTls && !isIP(host) ? { servername: host } : {}),
        agent: false,
        signal,
      },
      response => {
        const blocks: Buffer[] = [];
        let bytes = 0;
        if (response.statusCode !== 200)
          return void response.destroy(new Error('The address has no picture.'));
        response.on('data', (block: Buffer) => {
          bytes += block.length;
          if (bytes > maxPictureBytes) response.destroy(new Error('The picture is too large.'));
          else blocks.push(block);
        });
        response.on('end', () => resolve(Buffer.concat(blocks)));
        response.on('error', reject);
      },
    );
    outgoing.on('error', reject);
    outgoing.end();
  });
}
