import pg from 'pg';

/** The address of one database server; a host that begins with a slash is a folder with a socket. */
export type Host = { readonly host: string; readonly port: number };

/** How to sign in, and the servers of which one takes writes. */
export type DatabaseAddress = {
  readonly signIn: pg.ClientConfig;
  readonly hosts: readonly [Host, ...Host[]];
};

/** The choices of libpq that ask for a server that takes writes, or leave the choice to the program. */
const takesWrites = new Set(['read-write', 'primary', 'any']);
const defaultPort = '5432';

/**
 * Reads DATABASE_URL: `postgres://user:password@a:5432,b:5432/database`, the same with `?host=a,b`, or libpq's
 * `host=a,b user=… dbname=…`. Null when it cannot be read.
 */
export function parseDatabaseUrl(text: string): DatabaseAddress | null {
  const url = /^postgres(ql)?:\/\//i.test(text) ? text : urlFromWords(text);
  if (url === null) return null;
  const [, scheme = '', authority = '', path = '', search = ''] =
    /^([a-z]+:\/\/)([^/?#]*)(\/[^?#]*)?(\?[^#]*)?/i.exec(url) ?? [];
  const userEnd = authority.lastIndexOf('@') + 1;
  const options = new URLSearchParams(search);
  const attributes = options.get('target_session_attrs');
  if (attributes !== null && !takesWrites.has(attributes)) return null;
  const hosts = options.has('host')
    ? pairHosts(options.get('host')?.split(',') ?? [], options.get('port')?.split(',') ?? [])
    : pairHosts(...splitPorts(authority.slice(userEnd)));
  const [first] = hosts ?? [];
  if (!hosts || !first) return null;
  for (const name of ['host', 'port', 'target_session_attrs']) options.delete(name);
  const rest = options.size > 0 ? `?${options.toString()}` : '';
  // The library reads one host only, and does not need it.
  const single = `${scheme}${authority.slice(0, userEnd)}localhost${path}${rest}`;
  if (!URL.canParse(single)) return null;
  return { signIn: readSignIn(single), hosts: [first, ...hosts.slice(1)] };
}

/** `host=a,b port=5432 user=app password='se cret' dbname=shop` as a URL. */
function urlFromWords(text: string): string | null {
  const words = new Map<string, string>();
  const rest = text.replaceAll(
    /(\w+)\s*=\s*(?:'((?:[^'\\]|\\.)*)'|([^\s']*))/g,
    (_all, name: string, quoted: string | undefined, plain: string | undefined) => {
      words.set(name, (quoted ?? plain ?? '').replaceAll(/\\(.)/g, '$1'));
      return '';
    },
  );
  if (rest.trim() !== '' || !words.has('host')) return null;
  const take = (name: string): string => {
    const value = words.get(name) ?? '';
    words.delete(name);
    return encodeURIComponent(value);
  };
  const user = `${take('user')}:${take('password')}@`;
  return `postgres://${user}/${take('dbname')}?${new URLSearchParams([...words]).toString()}`;
}

/** The hosts and ports of `a:5433,[::1]:5432,c`. */
function splitPorts(authority: string): [string[], string[]] {
  const parts = authority.split(',').map(part => /^(\[[^\]]*\]|[^:]*)(?::(.*))?$/.exec(part));
  return [
    parts.map(part => part?.[1]?.replace(/^\[(.*)\]$/, '$1') || 'localhost'),
    parts.map(part => part?.[2] ?? defaultPort),
  ];
}

/** One port is that of all hosts. */
function pairHosts(hosts: string[], ports: string[]): Host[] | null {
  if (ports.length > 1 && ports.length !== hosts.length) return null;
  const pairs = hosts.map((host, index) => ({
    host,
    port: Number((ports.length > 1 ? ports[index] : ports[0]) || defaultPort),
  }));
  const isValid = ({ host, port }: Host) =>
    /^[\w./:%-]+$/.test(host) && Number.isInteger(port) && port >= 1 && port <= 65_535;
  return pairs.every(isValid) ? pairs : null;
}

function readSignIn(connectionString: string): pg.ClientConfig {
  const { user, password, ssl, database } = new pg.Client({ connectionString });
  return { user, password, ssl, database };
}
