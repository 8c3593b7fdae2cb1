import { execFile, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { temporaryFolder } from './temporary-folder';

/** What the authority does with a request. */
export type StampManner =
  | 'well'
  | 'silent'
  | 'nonsense'
  | 'endless'
  | 'broken'
  | 'redirect'
  | 'refuse'
  | 'of-another';

export type TimeStampAuthority = {
  readonly address: string;
  /** The certificate that vouches for it, and its own. */
  readonly root: string;
  readonly own: string;
  readonly behave: (manner: StampManner) => void;
  readonly asked: () => number;
  readonly close: () => Promise<void>;
};

const configuration = (folder: string) => `
oid_section = oids
[oids]
policy = 1.2.3.4.1
[req]
distinguished_name = name
[name]
[authority]
basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature
extendedKeyUsage = critical, timeStamping
[root]
basicConstraints = critical, CA:TRUE
keyUsage = critical, keyCertSign
[tsa]
default_tsa = stamps
[stamps]
serial = ${folder}/serial
signer_cert = ${folder}/own.pem
signer_key = ${folder}/own.key
signer_digest = sha256
default_policy = policy
digests = sha256
ess_cert_id_alg = sha256
`;

/** A real authority, OpenSSL's, behind a small web server. */
export async function startTimeStampAuthority(name = 'Stamps of Bath'): Promise<TimeStampAuthority> {
  const folder = temporaryFolder();
  const at = (file: string) => join(folder, file);
  writeFileSync(at('openssl.cnf'), configuration(folder));
  writeFileSync(at('serial'), '01\n');
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' });
  const key = ['-newkey', 'rsa:2048', '-nodes', '-config', 'openssl.cnf'];
  const root = ['-x509', '-days', '30', '-extensions', 'root', '-keyout', 'root.key', '-out', 'root.pem'];
  openssl('req', ...key, ...root, '-subj', '/CN=Root of Bath');
  openssl('req', ...key, '-keyout', 'own.key', '-out', 'own.csr', '-subj', `/CN=${name}`);
  const signed = ['-CA', 'root.pem', '-CAkey', 'root.key', '-CAcreateserial', '-days', '30'];
  const extensions = ['-extfile', 'openssl.cnf', '-extensions', 'authority'];
  openssl('x509', '-req', '-in', 'own.csr', ...signed, ...extensions, '-out', 'own.pem');

  let manner: StampManner = 'well';
  let asked = 0;
  const run = promisify(execFile);
  const stamp = async (query: Buffer): Promise<Buffer> => {
    const number = asked;
    await writeFile(at(`${number}.tsq`), query);
    const files = ['-queryfile', `${number}.tsq`, '-out', `${number}.tsr`];
    await run('openssl', ['ts', '-reply', '-config', 'openssl.cnf', ...files], { cwd: folder });
    return readFile(at(`${number}.tsr`));
  };
  /** A request for the time stamp of something else. */
  const another = async (): Promise<Buffer> => {
    await writeFile(at('other'), 'something else');
    await run('openssl', ['ts', '-query', '-data', 'other', '-sha256', '-cert', '-out', 'other.tsq'], {
      cwd: folder,
    });
    return readFile(at('other.tsq'));
  };
  const send = (response: ServerResponse, body: Buffer) =>
    response.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(body);
  const answer = async (query: Buffer, response: ServerResponse): Promise<void> => {
    if (manner === 'silent') return;
    if (manner === 'broken') return void response.writeHead(500).end('out of order');
    if (manner === 'redirect') return void response.writeHead(302, { location: '/elsewhere' }).end();
    if (manner === 'nonsense') return void send(response, Buffer.from('<html>Welcome</html>'));
    if (manner === 'endless') return void send(response, Buffer.alloc(10_000_000, 0x30));
    // It refuses what it cannot read.
    if (manner === 'refuse') return void send(response, await stamp(Buffer.from('no request')));
    send(response, await stamp(manner === 'of-another' ? await another() : query));
  };
  const server = createServer((request, response) => {
    const blocks: Buffer[] = [];
    request.on('data', (block: Buffer) => blocks.push(block));
    request.on('end', () => {
      asked += 1;
      answer(Buffer.concat(blocks), response).catch((error: unknown) =>
        response.writeHead(502).end(String(error)),
      );
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/tsr`,
    root: readFileSync(at('root.pem'), 'utf8'),
    own: readFileSync(at('own.pem'), 'utf8'),
    behave: to => {
      manner = to;
    },
    asked: () => asked,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
