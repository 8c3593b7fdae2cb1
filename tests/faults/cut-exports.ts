import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../model/random';
import { cuttingProxyTo } from '../support/cutting-proxy';
import { asSuperuserOf } from '../support/superuser-of';
import { type Fault, type Figures, insist, PromiseBroken } from './fault';
import { embedded } from './installations';
import type { Subject } from './subject';
import { underLoad } from './under-load';

/** Enough for several pieces of a connection. */
const rows = 3_000;
const fill = `insert into suppliers (name, address, created_at, updated_at)
  select 'Exported ' || n, 'Unit ' || n || ', The Old Brewery, 17 Long Street', now(), now()
  from generate_series(1, ${rows}) n where not exists (select from suppliers where name = 'Exported 1')`;

/** An export once its file is made. */
type Made = {
  readonly id: number;
  readonly state: string;
  readonly bytes: number;
  readonly row_count: number;
  readonly sha256: string;
};

async function makeExport(subject: Subject): Promise<Made> {
  const response = await subject.ask('/api/exports', {
    method: 'POST',
    body: JSON.stringify({ path: '/suppliers/export', query: { format: 'csv' } }),
  });
  const { id } = (await response.json()) as Made;
  for (const until = performance.now() + 60_000; ; await pause(100)) {
    const made = (await (await subject.ask(`/api/exports/${id}`)).json()) as Made;
    if (made.state === 'done') return made;
    insist(made.state === 'running' && performance.now() < until, `An export is still ${made.state}.`);
  }
}

/** Downloads the file, and goes on where it was cut off. */
async function download(subject: Subject, port: number, { id, bytes, sha256 }: Made): Promise<Buffer> {
  let file = Buffer.alloc(0);
  for (const until = performance.now() + 60_000; file.length < bytes; ) {
    insist(performance.now() < until, 'The rest of an export is not to be had for a minute.');
    const headers =
      file.length === 0 ? undefined : { range: `bytes=${file.length}-`, 'if-range': `"${sha256}"` };
    try {
      const response = await subject.askAt(port, `/api/exports/${id}/file`, headers && { headers });
      // A server that is too busy says so (R33).
      if (response.status === 503) throw new Error('busy');
      insist(
        response.status === (headers ? 206 : 200),
        `The rest of an export was answered with ${response.status}.`,
      );
      for await (const piece of response.body ?? []) file = Buffer.concat([file, piece]);
    } catch (error) {
      if (error instanceof PromiseBroken) throw error;
      await pause(50);
    }
  }
  return file;
}

/** Exports are cut on their way: the rest of a stored one is fetched, and one sent while it is made never seems whole. */
async function cutExports(random: Random): Promise<Figures> {
  const { subject, dataDir } = await embedded();
  await asSuperuserOf(dataDir, fill);
  let cut: (answer: Buffer) => boolean | number = () => false;
  const proxy = await cuttingProxyTo({ host: '127.0.0.1', port: subject.port }, answer => cut(answer));
  try {
    return await underLoad(subject, random, async writers => {
      const made = await makeExport(subject);
      const cuts = random.between(3, 12);
      let cutsLeft = cuts;
      cut = answer => {
        // The first piece is always cut: a short file may have few.
        if (cutsLeft === 0 || (cutsLeft < cuts && random.in100(30))) return false;
        cutsLeft -= 1;
        writers.note();
        return random.between(0, answer.length);
      };
      const file = await download(subject, proxy.port, made);
      const [lines, sum] = [
        file.toString('utf8').trimEnd().split('\r\n').length,
        createHash('sha256').update(file).digest('hex'),
      ];
      insist(
        sum === made.sha256 && lines === made.row_count + 1 && made.row_count >= rows,
        `An export of ${made.row_count} rows arrived with ${lines} lines and the hash ${sum}, not ${made.sha256}.`,
      );
      // Its last byte is always missing.
      cut = answer => answer.length - 1;
      const whole = await subject
        .askAt(proxy.port, '/api/suppliers/export?format=csv')
        .then(response => response.text())
        .catch(() => null);
      insist(whole === null, 'An export that was cut off seemed to be whole.');
      await subject.ask(`/api/exports/${made.id}`, { method: 'DELETE' });
      await writers.more(5);
    });
  } finally {
    proxy.close();
  }
}

export const cutExportsFault: Fault = {
  name: 'cut-exports',
  promises: ['F64'],
  summary: 'Exports are cut on their way to the client, which fetches the rest',
  run: cutExports,
};
