import { expect, test } from 'vitest';
import { StartRefused } from '../start-refused';
import { closedNetworks, isPublicAddress, readNetworks } from './networks';
import { resolveHost } from './resolve-host';

test.each([
  '127.0.0.1',
  '127.1.2.3',
  '0.0.0.0',
  '10.0.0.1',
  '100.64.0.1',
  '169.254.169.254',
  '172.31.255.255',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::7f00:1',
  'fc00::1',
  'fe80::1',
  'ff02::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '2001::1',
  'localhost',
  '2130706433',
  '0x7f000001',
  '',
])('A-SSRF %s is not public', address => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(['8.8.8.8', '93.184.216.34', '172.32.0.1', '2606:4700::1111', '2a00:1450:4009::1'])(
  '%s is public',
  address => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

test('local networks are allowed only where they are named', () => {
  expect(readNetworks(null).allow('127.0.0.1')).toBe(false);
  const { allow } = readNetworks(' 192.168.1.0/24, 127.0.0.1 ,fd00::/8');
  expect(['192.168.1.77', '127.0.0.1', 'fd12::1'].map(allow)).toEqual([true, true, true]);
  expect(['192.168.2.1', '127.0.0.2', 'fe80::1'].map(allow)).toEqual([false, false, false]);
  for (const wrong of ['mail.example', '10.0.0.0/33', '10.0.0.0/', '10.0.0/8', '10.0.0.0/8;'])
    expect(() => readNetworks(wrong), wrong).toThrow(StartRefused);
});

test('closed networks allow no address, public ones neither, and give the reason', async () => {
  const networks = closedNetworks('This is a training copy.');
  for (const host of ['127.0.0.1', '93.184.215.14', 'mail.example.com'])
    await expect(resolveHost(host, 587, { networks, ports: [587] })).rejects.toThrow(
      'This is a training copy.',
    );
});
