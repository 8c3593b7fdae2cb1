import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { newPassword } from '#domain/kernel/password-rule';
import { parseDatabaseUrl } from './database/database-url';
import { StartRefused } from './start-refused';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** The configuration from the environment. Read once, at start; no other code reads the environment. */
export interface Config {
  readonly port: number;
  readonly host: string;
  /** Absolute path of the folder that holds everything a backup must contain. */
  readonly dataDir: string;
  /** Absolute path of the folder for backups. */
  readonly backupDir: string;
  /** Null: the embedded PostgreSQL in `dataDir`. */
  readonly databaseUrl: string | null;
  /** Signs in as the owner of the tables, for migrations and upkeep; null: as `databaseUrl` does. */
  readonly databaseOwnerUrl: string | null;
  /** A standby of `databaseUrl`, for reads that may be a second old; null: everything is read from the primary. */
  readonly databaseReadUrl: string | null;
  readonly firstAdministrator: { readonly email: string; readonly password: string } | null;
  /** The address users open, without a trailing slash; links in emails start with it. */
  readonly publicUrl: string;
  /** Where the training copy is served, and the address under which users open it. */
  readonly trainingPort: number;
  readonly trainingUrl: string;
  readonly smtpUrl: string | null;
  /** Networks such as `192.168.1.0/24` where a mail server or mailbox may be; null allows the internet only. */
  readonly mailNetworks: string | null;
  /** Networks where a sign-in provider may be; null allows the internet only. */
  readonly signInNetworks: string | null;
  /** Who receives the signed head of the audit log each day; null: no one. */
  readonly auditHeadsTo: string | null;
  /** 64 hexadecimal digits; null: the key in `dataDir`. */
  readonly secretKey: string | null;
  /** Addresses and networks of load balancers on other machines, which may set the client's address. */
  readonly trustedProxies: readonly string[];
  /** How long requests are still answered after load balancers have been told that the process is shutting down. */
  readonly drainSeconds: number;
  readonly logLevel: LogLevel;
  /** Who shows it may read `/metrics`; null: the address does not exist. */
  readonly metricsToken: string | null;
  /** How long a statement may take before it is logged; 0 logs none. */
  readonly slowStatementMs: number;
}

export class ConfigError extends StartRefused {
  override name = 'ConfigError';
}

/** Reads the configuration. Throws `ConfigError`, whose message names the variable and its allowed values. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const setting = (name: string): string | null => env[name]?.trim() || null;
  const port = readPort('PORT', setting('PORT') ?? '3000');
  const trainingPort = readPort(
    'TRAINING_PORT',
    setting('TRAINING_PORT') ?? String(port === 65_535 ? 1 : port + 1),
  );
  const dataDir = resolve(setting('DATA_DIR') ?? 'data');
  return Object.freeze({
    port,
    host: readHost(setting('HOST') ?? '127.0.0.1'),
    dataDir,
    backupDir: resolve(setting('BACKUP_DIR') ?? join(dataDir, 'backups')),
    databaseUrl: readDatabaseUrl('DATABASE_URL', setting('DATABASE_URL')),
    databaseOwnerUrl: readSecondUrl(
      'DATABASE_OWNER_URL',
      setting('DATABASE_OWNER_URL'),
      setting('DATABASE_URL'),
    ),
    databaseReadUrl: readSecondUrl(
      'DATABASE_READ_URL',
      setting('DATABASE_READ_URL'),
      setting('DATABASE_URL'),
    ),
    // Not trimmed: a password may end in a space.
    firstAdministrator: readFirstAdministrator(setting('ADMIN_EMAIL'), env.ADMIN_PASSWORD || null),
    publicUrl: readAddressOfPages('PUBLIC_URL', setting('PUBLIC_URL') ?? `http://localhost:${port}`),
    trainingPort,
    trainingUrl: readAddressOfPages(
      'TRAINING_URL',
      setting('TRAINING_URL') ?? `http://localhost:${trainingPort}`,
    ),
    smtpUrl: readSmtpUrl(setting('SMTP_URL')),
    mailNetworks: setting('MAIL_NETWORKS'),
    signInNetworks: setting('SIGN_IN_NETWORKS'),
    auditHeadsTo: readAddress('AUDIT_HEADS_TO', setting('AUDIT_HEADS_TO')),
    secretKey: readSecretKeyText(setting('SECRET_KEY')),
    trustedProxies: readTrustedProxies(setting('TRUSTED_PROXIES') ?? ''),
    drainSeconds: readDrainSeconds(setting('DRAIN_SECONDS') ?? '0'),
    logLevel: readLogLevel(setting('LOG_LEVEL') ?? 'info'),
    metricsToken: readMetricsToken(setting('METRICS_TOKEN')),
    slowStatementMs: readSlowStatementMs(setting('SLOW_STATEMENT_MS') ?? '1000'),
  });
}

function readPort(name: string, value: string): number {
  const port = Number(value);
  if (!/^\d{1,5}$/.test(value) || port < 1 || port > 65_535) {
    throw new ConfigError(`${name} must be a whole number from 1 to 65535, but it is "${value}".`);
  }
  return port;
}

function readHost(value: string): string {
  if (isIP(value) === 0 && !/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(value)) {
    throw new ConfigError(
      `HOST must be an address of this machine such as 127.0.0.1 or 0.0.0.0, but it is "${value}".`,
    );
  }
  return value;
}

function readDatabaseUrl(name: string, value: string | null): string | null {
  if (value === null) return null;
  // The message never repeats the value, which contains a password.
  if (parseDatabaseUrl(value) === null) {
    throw new ConfigError(
      `${name} must look like postgres://user:password@host:5432/database, with several hosts postgres://user:password@first:5432,second:5432/database. Percent-encode special characters in the password.`,
    );
  }
  return value;
}

/** An address that only makes sense beside DATABASE_URL. */
function readSecondUrl(name: string, value: string | null, databaseUrl: string | null): string | null {
  if (value !== null && databaseUrl === null)
    throw new ConfigError(
      `${name} is set but DATABASE_URL is not. Set DATABASE_URL too, or neither for the built-in database.`,
    );
  return readDatabaseUrl(name, value);
}

function readFirstAdministrator(email: string | null, password: string | null): Config['firstAdministrator'] {
  if (email === null && password === null) return null;
  if (email === null)
    throw new ConfigError('ADMIN_PASSWORD is set but ADMIN_EMAIL is not. Set both or neither.');
  if (password === null)
    throw new ConfigError('ADMIN_EMAIL is set but ADMIN_PASSWORD is not. Set both or neither.');
  readAddress('ADMIN_EMAIL', email);
  const checked = newPassword.safeParse(password);
  if (!checked.success) {
    throw new ConfigError(`ADMIN_PASSWORD cannot be used. ${checked.error.issues[0]?.message ?? ''}`);
  }
  return Object.freeze({ email, password });
}

function readAddressOfPages(name: string, value: string): string {
  const url = URL.canParse(value) ? new URL(value) : null;
  const plain = url !== null && !url.search && !url.hash && !url.username && !url.password;
  if (!plain || !['http:', 'https:'].includes(url.protocol)) {
    throw new ConfigError(`${name} must look like https://books.example.com, but it is "${value}".`);
  }
  // Pages and calls are at the root; below a path nothing would be found.
  if (/[^/]/.test(url.pathname))
    throw new ConfigError(
      `${name} must end after the name of the server, because Counterfoil cannot be served below a path, but it is "${value}". Give it a name of its own, such as https://books.example.com.`,
    );
  return url.origin;
}

function readSmtpUrl(value: string | null): string | null {
  if (value === null) return null;
  const url = URL.canParse(value) ? new URL(value) : null;
  if (url === null || !['smtp:', 'smtps:'].includes(url.protocol) || !url.hostname) {
    throw new ConfigError(
      'SMTP_URL must look like smtp://user:password@mail.example.com:587 or smtps://… . Percent-encode special characters in the password.',
    );
  }
  return value;
}

function readSecretKeyText(value: string | null): string | null {
  if (value !== null && !/^[0-9a-f]{64}$/i.test(value))
    throw new ConfigError(
      'SECRET_KEY must be 64 hexadecimal digits. Create one with "openssl rand -hex 32".',
    );
  return value;
}

function readAddress(name: string, value: string | null): string | null {
  if (value !== null && !/^[^\s@]+@[^\s@]+$/.test(value))
    throw new ConfigError(`${name} must be an email address, but it is "${value}".`);
  return value;
}

/** A wider network than /8 would let almost any client choose the address that it is limited and logged by. */
function readTrustedProxies(value: string): readonly string[] {
  const proxies = value
    .split(',')
    .map(part => part.trim())
    .filter(Boolean);
  for (const proxy of proxies) {
    const [address = '', prefix, ...more] = proxy.split('/');
    const max = isIP(address) === 6 ? 128 : 32;
    const isNetwork = prefix === undefined || (/^\d{1,3}$/.test(prefix) && +prefix >= 8 && +prefix <= max);
    if (isIP(address) === 0 || !isNetwork || more.length > 0)
      throw new ConfigError(
        `TRUSTED_PROXIES must list addresses or networks such as 10.0.0.31,10.0.1.0/24, with at least /8, but it contains "${proxy}".`,
      );
  }
  return proxies;
}

function readDrainSeconds(value: string): number {
  if (!/^\d{1,2}$/.test(value) || Number(value) > 60)
    throw new ConfigError(`DRAIN_SECONDS must be a whole number from 0 to 60, but it is "${value}".`);
  return Number(value);
}

function readLogLevel(value: string): LogLevel {
  const level = logLevels.find(option => option === value.toLowerCase());
  if (!level)
    throw new ConfigError(`LOG_LEVEL must be one of ${logLevels.join(', ')}, but it is "${value}".`);
  return level;
}

function readMetricsToken(value: string | null): string | null {
  // The message never repeats the value, which is a secret.
  if (value !== null && !/^[A-Za-z0-9._~+/=-]{32,200}$/.test(value))
    throw new ConfigError(
      'METRICS_TOKEN must be 32 to 200 letters, digits or characters of ._~+/=- . Create one with "openssl rand -hex 32".',
    );
  return value;
}

function readSlowStatementMs(value: string): number {
  if (!/^\d{1,5}$/.test(value))
    throw new ConfigError(`SLOW_STATEMENT_MS must be a whole number from 0 to 99999, but it is "${value}".`);
  return Number(value);
}
