import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from './config';
import { StartRefused } from './start-refused';

test('an empty environment gives the documented defaults', () => {
  expect(readConfig({})).toEqual({
    port: 3000,
    host: '127.0.0.1',
    dataDir: resolve('data'),
    backupDir: resolve('data', 'backups'),
    databaseUrl: null,
    databaseOwnerUrl: null,
    databaseReadUrl: null,
    firstAdministrator: null,
    publicUrl: 'http://localhost:3000',
    trainingPort: 3001,
    trainingUrl: 'http://localhost:3001',
    smtpUrl: null,
    mailNetworks: null,
    signInNetworks: null,
    auditHeadsTo: null,
    secretKey: null,
    trustedProxies: [],
    drainSeconds: 0,
    logLevel: 'info',
    metricsToken: null,
    slowStatementMs: 1000,
  });
});

test('reads every variable, and treats an empty variable as not set', () => {
  expect(
    readConfig({
      PORT: '8080',
      HOST: '0.0.0.0',
      DATA_DIR: '/srv/counterfoil',
      DATABASE_URL: 'postgres://app:p%40ss@db.example:5433/shop',
      DATABASE_OWNER_URL: 'postgres://owner:p%40ss@db.example:5433/shop',
      DATABASE_READ_URL: 'postgres://app:p%40ss@db2.example:5433/shop',
      ADMIN_EMAIL: ' owner@example.com ',
      ADMIN_PASSWORD: ' correct horse ',
      PUBLIC_URL: 'https://books.example.com/',
      TRAINING_PORT: '9000',
      TRAINING_URL: 'https://training.example.com/',
      SMTP_URL: 'smtps://mail.example.com',
      MAIL_NETWORKS: ' 10.0.0.0/8 ',
      SIGN_IN_NETWORKS: '10.0.0.7',
      AUDIT_HEADS_TO: 'auditor@firm.example',
      SECRET_KEY: 'AB'.repeat(32),
      TRUSTED_PROXIES: ' 10.0.0.31, 10.0.1.0/24 ,fd00::1',
      DRAIN_SECONDS: '15',
      LOG_LEVEL: 'DEBUG',
      METRICS_TOKEN: 'cd'.repeat(16),
      SLOW_STATEMENT_MS: '0',
    }),
  ).toEqual({
    port: 8080,
    host: '0.0.0.0',
    dataDir: '/srv/counterfoil',
    backupDir: '/srv/counterfoil/backups',
    databaseUrl: 'postgres://app:p%40ss@db.example:5433/shop',
    databaseOwnerUrl: 'postgres://owner:p%40ss@db.example:5433/shop',
    databaseReadUrl: 'postgres://app:p%40ss@db2.example:5433/shop',
    firstAdministrator: { email: 'owner@example.com', password: ' correct horse ' },
    publicUrl: 'https://books.example.com',
    trainingPort: 9000,
    trainingUrl: 'https://training.example.com',
    smtpUrl: 'smtps://mail.example.com',
    mailNetworks: '10.0.0.0/8',
    signInNetworks: '10.0.0.7',
    auditHeadsTo: 'auditor@firm.example',
    secretKey: 'AB'.repeat(32),
    trustedProxies: ['10.0.0.31', '10.0.1.0/24', 'fd00::1'],
    drainSeconds: 15,
    logLevel: 'debug',
    metricsToken: 'cd'.repeat(16),
    slowStatementMs: 0,
  });
  expect(readConfig({ PORT: '', ADMIN_EMAIL: '', ADMIN_PASSWORD: '', SMTP_URL: ' ' })).toEqual(
    readConfig({}),
  );
});

test('the public address follows the port', () => {
  expect(readConfig({ PORT: '4001' }).publicUrl).toBe('http://localhost:4001');
});

test('DATABASE_URL may contain a socket folder', () => {
  const url = 'postgres://app@/shop?host=/var/run/postgresql';
  expect(readConfig({ DATABASE_URL: url }).databaseUrl).toBe(url);
});

test('the configuration is read-only', () => {
  expect(Object.isFrozen(readConfig({}))).toBe(true);
});

describe('refuses an invalid value, naming the variable', () => {
  test.each<[string, NodeJS.ProcessEnv]>([
    ['PORT', { PORT: 'abc' }],
    ['PORT', { PORT: '0' }],
    ['PORT', { PORT: '65536' }],
    ['PORT', { PORT: '30 00' }],
    ['PORT', { PORT: '3e3' }],
    ['HOST', { HOST: 'http://localhost' }],
    ['HOST', { HOST: 'a b' }],
    ['TRUSTED_PROXIES', { TRUSTED_PROXIES: 'balancer.example' }],
    ['TRUSTED_PROXIES', { TRUSTED_PROXIES: '10.0.0.0/33' }],
    ['TRUSTED_PROXIES', { TRUSTED_PROXIES: '10.0.0.0/8/8' }],
    ['TRUSTED_PROXIES', { TRUSTED_PROXIES: '10.0.0.31,0.0.0.0/0' }],
    ['DRAIN_SECONDS', { DRAIN_SECONDS: '61' }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://app:secret-word@db/shop' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://app:secret-word@db:port/shop' }],
    [
      'DATABASE_OWNER_URL',
      {
        DATABASE_URL: 'postgres://app@db/shop',
        DATABASE_OWNER_URL: 'postgres://app:secret-word@db:port/shop',
      },
    ],
    ['DATABASE_OWNER_URL', { DATABASE_OWNER_URL: 'postgres://app:secret-word@db/shop' }],
    ['DATABASE_READ_URL', { DATABASE_READ_URL: 'postgres://app:secret-word@db/shop' }],
    ['ADMIN_EMAIL', { ADMIN_EMAIL: 'owner@example.com' }],
    ['ADMIN_EMAIL', { ADMIN_PASSWORD: 'secret-word' }],
    ['ADMIN_EMAIL', { ADMIN_EMAIL: 'owner', ADMIN_PASSWORD: 'secret-word' }],
    ['ADMIN_PASSWORD', { ADMIN_EMAIL: 'owner@example.com', ADMIN_PASSWORD: 'seven77' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'books.example.com' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'ftp://books.example.com' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'https://books.example.com/?a=b' }],
    ['PUBLIC_URL must end after the name', { PUBLIC_URL: 'https://example.com/books' }],
    ['TRAINING_URL must end after the name', { TRAINING_URL: 'https://example.com/training/' }],
    ['SMTP_URL', { SMTP_URL: 'mail.example.com:587' }],
    ['SMTP_URL', { SMTP_URL: 'https://user:secret-word@mail.example.com' }],
    ['SECRET_KEY', { SECRET_KEY: 'secret-word' }],
    ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
    ['METRICS_TOKEN', { METRICS_TOKEN: 'secret-word' }],
    ['SLOW_STATEMENT_MS', { SLOW_STATEMENT_MS: '1.5' }],
  ])('%s %o', (variable, env) => {
    const read = () => readConfig(env);
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(StartRefused);
    expect(read).toThrow(variable);
    expect(read).not.toThrow(/secret-word/);
  });
});
