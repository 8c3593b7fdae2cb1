import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { type SinkOptions, type SmtpSink, smtpError, startSmtpSink } from './smtp-sink';
import { temporaryFolder } from './temporary-folder';

/** How a mail server treats who connects. */
export const manners = [
  'well',
  'slowly',
  'drop-after-data',
  'accept-and-stall',
  'later',
  'refuse-tls',
  'no-greeting',
  'huge-greeting',
] as const;
export type Manner = (typeof manners)[number];

export type MoodyMailServer = {
  /** With TLS, and a certificate that only `certificate` vouches for. */
  readonly url: string;
  readonly certificate: string;
  readonly behave: (manner: Manner) => void;
  /** How often the server kept a whole message for an address, whether it said so or not. */
  readonly keptFor: (address: string) => number;
  readonly close: () => Promise<void>;
};

const greetingBytes = 4 * 1024 * 1024;
/** TLS's own way to say no: a fatal alert, handshake_failure. */
const tlsAlert = Buffer.from([0x15, 0x03, 0x03, 0x00, 0x02, 0x02, 0x28]);

/** One address behind which real mail servers behave in the ways that mail servers do. */
export async function startMoodyMailServer(): Promise<MoodyMailServer> {
  const { certificate, key } = makeCertificate();
  const kept = new Map<string, number>();
  const keep = (addresses: readonly string[]) => {
    for (const address of addresses) kept.set(address, (kept.get(address) ?? 0) + 1);
  };
  const refusedOnce = new Set<string>();
  const server = { secure: true, key, cert: readFileSync(certificate) };
  const sinkWith = (options: SinkOptions) =>
    startSmtpSink({ ...options, server: { ...server, ...options.server } });
  const accepting = await sinkWith({
    onMessage: ({ to }) => {
      keep(to);
      return null;
    },
  });
  const dropping = await sinkWith({
    onMessage: ({ to }, { drop }) => {
      keep(to);
      drop();
      return null;
    },
  });
  const stalling = await sinkWith({
    onMessage: ({ to }) => {
      keep(to);
      return new Promise<never>(() => undefined);
    },
  });
  const deferring = await sinkWith({
    onMessage: ({ to }) => {
      if (to.every(address => refusedOnce.has(address))) {
        keep(to);
        return null;
      }
      to.forEach(address => refusedOnce.add(address));
      return smtpError(451, '4.3.2 Come back in a minute');
    },
  });
  const talkative = await sinkWith({
    onMessage: ({ to }) => {
      keep(to);
      return null;
    },
    server: { banner: 'x'.repeat(greetingBytes) },
  });
  const behind: Partial<Record<Manner, SmtpSink>> = {
    well: accepting,
    slowly: accepting,
    'drop-after-data': dropping,
    'accept-and-stall': stalling,
    later: deferring,
    'huge-greeting': talkative,
  };
  let manner: Manner = 'well';
  const open = new Set<Socket>();
  const door = createServer(near => {
    open.add(near.on('error', () => undefined));
    near.on('close', () => open.delete(near));
    const sink = behind[manner];
    if (sink) pass(near, sink.port, manner === 'slowly' ? 300 : 0);
    else if (manner === 'refuse-tls') near.once('data', () => near.end(tlsAlert));
  }).listen(0, '127.0.0.1');
  await once(door, 'listening');
  const { port } = door.address() as AddressInfo;
  return {
    url: `smtps://127.0.0.1:${port}`,
    certificate,
    behave: to => {
      manner = to;
    },
    keptFor: address => kept.get(address) ?? 0,
    close: async () => {
      for (const socket of open) socket.destroy();
      door.close();
      await once(door, 'close');
      for (const sink of new Set(Object.values(behind))) await sink.close();
    },
  };
}

/** Passes a connection on, each answer later by some milliseconds. */
function pass(near: Socket, port: number, delayMs: number): void {
  const far = connect(port, '127.0.0.1').on('error', () => near.destroy());
  near.pipe(far);
  near.on('close', () => far.destroy());
  far.on('close', () => near.destroy());
  if (delayMs === 0) return void far.pipe(near);
  far.on('data', block => {
    far.pause();
    setTimeout(() => {
      near.write(block);
      far.resume();
    }, delayMs);
  });
}

function makeCertificate(): { certificate: string; key: Buffer } {
  const folder = temporaryFolder();
  const certificate = join(folder, 'cert.pem');
  const key = join(folder, 'key.pem');
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-keyout',
      key,
      '-out',
      certificate,
      '-subj',
      '/CN=mail.example',
      '-addext',
      'subjectAltName=IP:127.0.0.1',
      '-days',
      '30',
    ],
    { stdio: 'ignore' },
  );
  return { certificate, key: readFileSync(key) };
}
