import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { base32, codeOfStep, newSecret, setUpAddress, stepAt, stepOfCode } from './totp';

const numRuns = 1000;

describe('time-based codes', () => {
  // RFC 6238, appendix B, SHA-1; the secret is its 20 ASCII digits.
  test.each([
    ['1970-01-01T00:00:59Z', '94287082'],
    ['2005-03-18T01:58:29Z', '07081804'],
    ['2005-03-18T01:58:31Z', '14050471'],
    ['2009-02-13T23:31:30Z', '89005924'],
    ['2033-05-18T03:33:20Z', '69279037'],
    ['2603-10-11T11:33:20Z', '65353130'],
  ])('at %s are those of RFC 6238', (at, code) => {
    const secret = Buffer.from('12345678901234567890');
    const now = new Date(at);
    expect(codeOfStep(secret, stepAt(now), 8)).toBe(code);
    expect(codeOfStep(secret, stepAt(now))).toBe(code.slice(2));
    expect(stepOfCode(secret, code.slice(2), now, 0)).toBe(stepAt(now));
  });

  // RFC 4226, appendix D: the same algorithm, by counter.
  test('are those of RFC 4226 by counter', () => {
    const codes = ['755224', '287082', '359152', '969429', '338314', '254676', '287922', '162583', '399871'];
    const secret = Buffer.from('12345678901234567890');
    expect(codes.map((_, counter) => codeOfStep(secret, counter))).toEqual(codes);
  });

  const secrets = fc.uint8Array({ minLength: 20, maxLength: 20 }).map(bytes => Buffer.from(bytes));
  const moments = fc.integer({ min: 0, max: 4_000_000_000 }).map(seconds => new Date(seconds * 1000));

  test('are valid for one step before and after, and no step counts twice', () => {
    fc.assert(
      fc.property(secrets, moments, fc.integer({ min: -4, max: 4 }), (secret, now, away) => {
        const step = stepAt(now) + away;
        fc.pre(step > 0);
        const code = codeOfStep(secret, step);
        const used = stepOfCode(secret, code, now, 0);
        // Two valid steps may share a code; the earlier one is taken.
        const near = [-1, 0, 1].map(offset => stepAt(now) + offset).filter(offset => offset > 0);
        expect(used).toBe(near.find(nearStep => codeOfStep(secret, nearStep) === code));
        if (Math.abs(away) <= 1) expect(used).toBeDefined();
        if (used === undefined) return;
        const again = stepOfCode(secret, code, now, used);
        expect(again === undefined || again > used).toBe(true);
        expect(stepOfCode(secret, code, now, stepAt(now) + 1)).toBeUndefined();
      }),
      { numRuns },
    );
  });

  test('are only valid with six digits', () => {
    const secret = newSecret();
    const now = new Date('2026-11-21T09:00:00Z');
    const code = codeOfStep(secret, stepAt(now));
    for (const typed of ['', code.slice(1), `${code}0`, ` ${code}`, '١٢٣٤٥٦', `${code}\n`])
      expect(stepOfCode(secret, typed, now, 0), JSON.stringify(typed)).toBeUndefined();
  });
});

describe('secrets', () => {
  test('have 160 bits and are never the same', () => {
    expect(newSecret()).toHaveLength(20);
    expect(newSecret()).not.toEqual(newSecret());
  });

  // RFC 4648, section 10, without the padding.
  test.each([
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('are encoded in base 32: “%s”', (text, written) => {
    expect(base32(Buffer.from(text))).toBe(written);
  });

  test('in base 32 can always be decoded', () => {
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), bytes => {
        const bits = Array.from(base32(Buffer.from(bytes)), letter =>
          letters.indexOf(letter).toString(2).padStart(5, '0'),
        ).join('');
        const read = Array.from(bytes, (_, at) => Number.parseInt(bits.slice(at * 8, at * 8 + 8), 2));
        expect(read).toEqual([...bytes]);
      }),
      { numRuns },
    );
  });

  test('reach the app as a URI that it understands', () => {
    expect(setUpAddress(Buffer.from('foobar'), 'ada@firm.example')).toBe(
      'otpauth://totp/Counterfoil%3Aada%40firm.example?secret=MZXW6YTBOI&issuer=Counterfoil',
    );
  });
});
