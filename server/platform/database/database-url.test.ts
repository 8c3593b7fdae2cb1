import { expect, test } from 'vitest';
import { parseDatabaseUrl } from './database-url';

const signIn = { user: 'app', password: 'p@ss', database: 'shop' };

test.each([
  ['postgres://app:p%40ss@db.example/shop', [['db.example', 5432]]],
  ['postgresql://app:p%40ss@db.example:5433/shop', [['db.example', 5433]]],
  [
    'postgres://app:p%40ss@a:5433,b/shop?target_session_attrs=read-write',
    [
      ['a', 5433],
      ['b', 5432],
    ],
  ],
  [
    'postgres://app:p%40ss@/shop?host=a,b&port=6000',
    [
      ['a', 6000],
      ['b', 6000],
    ],
  ],
  [
    'postgres://app:p%40ss@[::1]:5433,[fe80::1]/shop',
    [
      ['::1', 5433],
      ['fe80::1', 5432],
    ],
  ],
  ['postgres://app:p%40ss@/shop?host=%2Fvar%2Frun', [['/var/run', 5432]]],
  [
    `host=a,b port=5433,5434 user=app password='p@ss' dbname=shop target_session_attrs=primary`,
    [
      ['a', 5433],
      ['b', 5434],
    ],
  ],
])('R06 %s', (text, hosts) => {
  const address = parseDatabaseUrl(text);
  expect(address?.signIn).toMatchObject(signIn);
  expect(address?.hosts).toEqual(hosts.map(([host, port]) => ({ host, port })));
});

test.each([
  'mysql://app@db/shop',
  'postgres://app@db:port/shop',
  'postgres://app@db:70000/shop',
  'postgres://app@a,/shop?target_session_attrs=standby',
  'postgres://app@/shop?host=a,b,c&port=1,2',
  'user=app dbname=shop',
  'host=a and more',
])('%s is refused', text => {
  expect(parseDatabaseUrl(text)).toBeNull();
});

test('TLS stays as asked for', () => {
  expect(parseDatabaseUrl('postgres://app@a,b/shop?sslmode=require')?.signIn.ssl).toBeTruthy();
  expect(parseDatabaseUrl('postgres://app@a,b/shop')?.signIn.ssl).toBeFalsy();
});
