import fc from 'fast-check';
import { expect, test } from 'vitest';
import { replySubject, quoted } from './draft.contract';
import { merge } from './merge-fields';

test('a template fills in known placeholders and leaves the others visible', () => {
  const values = { name: 'Ada', company: '{{my_name}}' };
  expect(merge('Dear {{name}} of {{ company }}, {{date}} {{constructor}} {{name', values)).toBe(
    'Dear Ada of {{my_name}}, {{date}} {{constructor}} {{name',
  );
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), text => {
      expect(merge(text.replaceAll('{', ''), values)).toBe(text.replaceAll('{', ''));
      expect(merge(`{{name}}${text.replaceAll('{', '')}`, { name: text })).toBe(
        text + text.replaceAll('{', ''),
      );
    }),
    { numRuns: 1000 },
  );
});

test('quoted text can be read back line by line', () => {
  expect(quoted('Hello\n\n> before\n')).toBe('> Hello\n>\n>> before');
  fc.assert(
    fc.property(fc.array(fc.string()), lines => {
      const text = lines.map(line => line.replaceAll(/\s/g, ' ')).join('\n');
      const back = quoted(text)
        .split('\n')
        .map(line => line.replace(/^>(?: (?!>))?/, ''));
      expect(back.map(line => line.trim())).toEqual(
        text
          .trim()
          .split('\n')
          .map(line => line.trim()),
      );
    }),
    { numRuns: 1000 },
  );
});

test('a reply to a reply has one mark before its subject, within the maximum length', () => {
  expect(replySubject('reply', 'RE: Fwd: re:Offer')).toBe('Re: Offer');
  expect(replySubject('forward', 'Re: Offer')).toBe('Fwd: Offer');
  expect(replySubject('reply_all', 'Regarding: x')).toBe('Re: Regarding: x');
  fc.assert(
    fc.property(
      fc.string({ maxLength: 400 }),
      fc.constantFrom('reply' as const, 'forward' as const),
      (text, kind) => {
        const once = replySubject(kind, text);
        expect(once.length).toBeLessThanOrEqual(250);
        expect(replySubject(kind, once)).toBe(once);
      },
    ),
    { numRuns: 1000 },
  );
});
