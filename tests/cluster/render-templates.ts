import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabasePorts, Layout } from './layout';

const templates = join(import.meta.dirname, '..', '..', 'deploy', 'cluster');
const read = (name: string) => readFileSync(join(templates, name), 'utf8');

export type Secrets = Readonly<
  Record<'patroni' | 'superuser' | 'replication' | 'rewind' | 'database' | 'runtime' | 'key', string>
>;

type Replacement = readonly [from: string, to: string];
const machines = ['10.0.0.11', '10.0.0.12', '10.0.0.13'] as const;
const here = (port: number) => `127.0.0.1:${port}`;

const render = (name: string, replacements: readonly Replacement[]): string =>
  replaceAll(name, read(name), replacements);

/**
 * A file of deploy/cluster with the ports, folders and passwords of one run. Everything that is replaced must be there,
 * and no address, password or folder of the example may remain, so that a changed example is noticed.
 */
export function replaceAll(name: string, template: string, replacements: readonly Replacement[]): string {
  let text = template;
  let rest = text.replaceAll(/^\s*#.*$/gm, '');
  for (const [from, to] of replacements) {
    if (!rest.includes(from)) throw new Error(`deploy/cluster/${name} does not contain "${from}".`);
    text = text.replaceAll(from, to);
    rest = rest.replaceAll(from, '');
  }
  const [left] = /10\.0\.0\.\d+|change-me|\/(?:var|srv|dev|etc)\/\S*/.exec(rest) ?? [];
  if (left) throw new Error(`deploy/cluster/${name} still contains "${left}".`);
  return text;
}

/** The address and name of the first machine become those of this one. */
const nameOf = (member: DatabasePorts, key: string): Replacement => [`${key}db1\n`, `${key}${member.name}\n`];
const allAt = (layout: Layout, port: number, own: (member: DatabasePorts) => number): Replacement => [
  machines.map(machine => `${machine}:${port}`).join(','),
  layout.databases.map(member => here(own(member))).join(','),
];

export function renderEtcd(layout: Layout, member: DatabasePorts, folder: string): Record<string, string> {
  const text = render('etcd.env', [
    nameOf(member, 'ETCD_NAME='),
    [
      machines.map((machine, nth) => `db${nth + 1}=http://${machine}:2380`).join(','),
      layout.databases.map(({ name, etcdPeer }) => `${name}=http://${here(etcdPeer)}`).join(','),
    ],
    ['10.0.0.11:2380', here(member.etcdPeer)],
    ['10.0.0.11:2379', here(member.etcd)],
    ['/var/lib/etcd/counterfoil', join(folder, 'etcd')],
  ]);
  return variablesOf(text);
}

export function renderPatroni(
  layout: Layout,
  member: DatabasePorts,
  place: { readonly folder: string; readonly binaries: string; readonly secrets: Secrets },
): string {
  const { folder, binaries, secrets } = place;
  return render('patroni.yml', [
    nameOf(member, 'name: '),
    allAt(layout, 2379, ({ etcd }) => etcd),
    ['10.0.0.11:8008', here(member.patroni)],
    ['10.0.0.11:5432', here(member.postgres)],
    ['10.0.0.0/24', '127.0.0.1/32'],
    ['/var/lib/postgresql/15/counterfoil', join(folder, 'data')],
    ['/usr/lib/postgresql/15/bin', binaries],
    ['/var/lib/postgresql/.pgpass-patroni', join(folder, 'pgpass')],
    ['/var/run/postgresql', folder],
    ...(['patroni', 'superuser', 'replication', 'rewind'] as const).map(
      (name): Replacement => [`change-me-${name}`, secrets[name]],
    ),
    // It would restart this machine when Patroni is killed.
    ['mode: automatic', 'mode: off'],
  ]);
}

export const renderHaproxy = (layout: Layout): string =>
  render('haproxy.cfg', [
    ['    log /dev/log local0\n    chroot /var/lib/haproxy\n    user haproxy\n    group haproxy\n', ''],
    ['    log global\n', ''],
    ['10.0.0.31:443 ssl crt /etc/haproxy/office.pem alpn h2,http/1.1', here(layout.office)],
    ['127.0.0.1:8404', here(layout.status)],
    ['10.0.0.21:3000', here(layout.processes[0])],
    ['10.0.0.22:3000', here(layout.processes[1])],
  ]);

/** The variables of one process. */
export function renderCounterfoil(
  layout: Layout,
  port: number,
  { folder, secrets }: { readonly folder: string; readonly secrets: Secrets },
): Record<string, string> {
  const text = render('counterfoil.env', [
    ['HOST=10.0.0.21', `HOST=127.0.0.1\nPORT=${port}`],
    ['TRUSTED_PROXIES=10.0.0.31', 'TRUSTED_PROXIES=127.0.0.1'],
    ['https://office.example.co.uk', `http://${here(layout.office)}`],
    allAt(layout, 5432, ({ postgres }) => postgres),
    ['change-me-database', secrets.database],
    ['change-me-runtime', secrets.runtime],
    ['change-me-64-digits', secrets.key],
    ['/srv/shared/backups', join(folder, 'backups')],
  ]);
  return variablesOf(text);
}

/** The lines of a file that systemd reads as an environment. */
function variablesOf(text: string): Record<string, string> {
  const lines = text.split('\n').filter(line => line && !line.startsWith('#'));
  return Object.fromEntries(
    lines.map(line => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
}
