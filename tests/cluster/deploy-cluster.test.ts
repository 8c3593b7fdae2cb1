import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findClusterPrograms, missingProgramsSentence } from '../../scripts/lib/cluster-programs.mjs';
import { readConfig } from '../../server/platform/config';
import { temporaryFolder } from '../support/temporary-folder';
import { freeLayout, type Layout } from './layout';
import { renderCounterfoil, renderEtcd, renderHaproxy, renderPatroni, replaceAll } from './render-templates';

const deployed = (name: string) =>
  readFileSync(join(import.meta.dirname, '..', '..', 'deploy', 'cluster', name), 'utf8');
const database = (nth: number) => ({
  name: `db${nth}`,
  postgres: 20_000 + nth,
  patroni: 20_010 + nth,
  etcd: 20_020 + nth,
  etcdPeer: 20_030 + nth,
});
const layout: Layout = {
  databases: [database(1), database(2), database(3)],
  processes: [20_041, 20_042],
  office: 20_050,
  status: 20_051,
};
const [, second] = layout.databases;
const secrets = {
  patroni: 'of-patroni',
  superuser: 'of-superuser',
  replication: 'of-replication',
  rewind: 'of-rewind',
  database: 'of-database',
  runtime: 'of-runtime',
  key: 'a'.repeat(64),
};
const place = { folder: '/run-folder', binaries: '/pg/bin', secrets };

describe('deploy/cluster becomes the files of a run', () => {
  test('etcd: its own name and addresses, and those of all members', () => {
    expect(renderEtcd(layout, second, '/run-folder')).toEqual({
      ETCD_NAME: 'db2',
      ETCD_DATA_DIR: '/run-folder/etcd',
      ETCD_LISTEN_PEER_URLS: 'http://127.0.0.1:20032',
      ETCD_LISTEN_CLIENT_URLS: 'http://127.0.0.1:20022',
      ETCD_INITIAL_ADVERTISE_PEER_URLS: 'http://127.0.0.1:20032',
      ETCD_ADVERTISE_CLIENT_URLS: 'http://127.0.0.1:20022',
      ETCD_INITIAL_CLUSTER:
        'db1=http://127.0.0.1:20031,db2=http://127.0.0.1:20032,db3=http://127.0.0.1:20033',
      ETCD_INITIAL_CLUSTER_STATE: 'new',
      ETCD_INITIAL_CLUSTER_TOKEN: 'counterfoil',
      ETCD_ENABLE_V2: 'true',
      ETCD_HEARTBEAT_INTERVAL: '500',
      ETCD_ELECTION_TIMEOUT: '2500',
      ETCD_AUTO_COMPACTION_RETENTION: '1',
    });
  });

  test('Patroni: loses nothing confirmed, and cannot restart the machine of the run', () => {
    const lines = renderPatroni(layout, second, place)
      .split('\n')
      .map(line => line.trim());
    expect(lines).toEqual(
      expect.arrayContaining([
        'name: db2',
        'listen: 127.0.0.1:20012',
        'listen: 127.0.0.1:20002',
        'hosts: 127.0.0.1:20021,127.0.0.1:20022,127.0.0.1:20023',
        'data_dir: /run-folder/data',
        'bin_dir: /pg/bin',
        'etcd:',
        'synchronous_mode: true',
        'synchronous_mode_strict: true',
        'ttl: 20',
        'password: of-superuser',
        'password: of-patroni',
        'mode: off',
      ]),
    );
    expect(lines).not.toContain('mode: automatic');
  });

  test('HAProxy asks each process whether it is ready, and uses what is alive when none is', () => {
    const text = renderHaproxy(layout);
    expect(text).toContain('bind 127.0.0.1:20050\n');
    expect(text).toContain('option httpchk GET /api/health/ready\n');
    expect(text).toContain('use_backend live if { nbsrv(ready) eq 0 }\n');
    expect(text).toContain('server app1 127.0.0.1:20041\n');
    expect(text).toContain('server app2 127.0.0.1:20042\n');
    // HAProxy may not end an answer that Counterfoil still allows (R09).
    expect(Number(/timeout server (\d+)s/.exec(text)?.[1])).toBeGreaterThan(25);
    expect(text).not.toContain('user haproxy');
  });

  test('Counterfoil accepts its variables, and leaves later than HAProxy notices', () => {
    const config = readConfig(renderCounterfoil(layout, 20_041, place));
    expect(config.databaseUrl).toBe(
      'postgres://counterfoil_runtime:of-runtime@127.0.0.1:20001,127.0.0.1:20002,127.0.0.1:20003/counterfoil',
    );
    expect(config.databaseOwnerUrl).toBe(
      'postgres://counterfoil:of-database@127.0.0.1:20001,127.0.0.1:20002,127.0.0.1:20003/counterfoil',
    );
    expect([config.host, config.port, config.publicUrl]).toEqual([
      '127.0.0.1',
      20_041,
      'http://127.0.0.1:20050',
    ]);
    const [, seconds, times] = /check inter (\d+)s fall (\d+)/.exec(deployed('haproxy.cfg')) ?? [];
    expect(config.drainSeconds).toBeGreaterThan(Number(seconds) * Number(times));
  });

  test('no password of the example is one that could be kept by mistake', () => {
    expect(() =>
      readConfig({ SECRET_KEY: /^SECRET_KEY=(.*)$/m.exec(deployed('counterfoil.env'))?.[1] }),
    ).toThrow('SECRET_KEY must be 64 hexadecimal digits.');
    const passwords = Array.from(deployed('patroni.yml').matchAll(/password: (.*)/g), ([, word]) => word);
    expect(passwords).toHaveLength(4);
    for (const password of passwords) expect(password).toMatch(/^change-me-/);
  });

  test('an example that has changed is noticed', () => {
    const template = '# 10.0.0.11 in a comment\nlisten: 10.0.0.11:5432\n';
    expect(replaceAll('a.yml', template, [['10.0.0.11:5432', '127.0.0.1:1']])).toContain(
      'listen: 127.0.0.1:1\n',
    );
    expect(() => replaceAll('a.yml', template, [['10.0.0.11:9999', '127.0.0.1:1']])).toThrow(
      'deploy/cluster/a.yml does not contain "10.0.0.11:9999".',
    );
    expect(() => replaceAll('a.yml', template, [])).toThrow(
      'deploy/cluster/a.yml still contains "10.0.0.11".',
    );
  });
});

test('the ports of a run are all different', async () => {
  const { databases, processes, office, status } = await freeLayout();
  const ports = [
    ...databases.flatMap(({ postgres, patroni, etcd, etcdPeer }) => [postgres, patroni, etcd, etcdPeer]),
    ...processes,
    office,
    status,
  ];
  expect(new Set(ports).size).toBe(16);
  // Linux gives those from 32768 to outgoing connections.
  expect(Math.max(...ports)).toBeLessThan(32_768);
});

describe('a machine without the programs', () => {
  test('what is missing is said in one sentence, with the packages', () => {
    expect(missingProgramsSentence(['patroni', 'etcd', 'haproxy'])).toBe(
      'The cluster needs patroni, etcd and haproxy, which are not installed (on Debian: apt-get install patroni etcd-server haproxy).',
    );
    expect(missingProgramsSentence(['haproxy'])).toBe(
      'The cluster needs haproxy, which is not installed (on Debian: apt-get install haproxy).',
    );
    expect(missingProgramsSentence([])).toBeNull();
  });

  test('the newest PostgreSQL from 15 on with its programs is used', () => {
    const folder = temporaryFolder();
    const install = (version: string, programs: readonly string[]) => {
      mkdirSync(join(folder, version, 'bin'), { recursive: true });
      for (const program of programs)
        writeFileSync(join(folder, version, 'bin', program), '', { mode: 0o755 });
    };
    const find = () => findClusterPrograms({ path: '', postgresFolder: folder }).programs.postgres;
    const all = ['postgres', 'pg_basebackup', 'pg_rewind'];
    install('14', all);
    install('17', ['pg_basebackup']);
    expect(find()).toBeNull();
    install('15', all);
    expect(find()).toBe(join(folder, '15', 'bin'));
    install('16', all);
    expect(find()).toBe(join(folder, '16', 'bin'));
  });
});
