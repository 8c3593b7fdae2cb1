import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { answerInTime } from './answer-in-time';
import { awaitFirstPiece } from './first-piece';
import { Refusal } from './refusal';
import { FileReply } from './route';

const fileOf = (content: Readable) => new FileReply('file.txt', 'text/plain', content);
const soon = { lasts: 100, undoing: 600_000 };
const silent = () => new Readable({ read: () => undefined });

test('R09 a file whose first piece does not come is refused in time, and is not made', async () => {
  const content = silent();
  await expect(answerInTime('file', soon, () => awaitFirstPiece(fileOf(content)))).rejects.toThrow(
    'The file took too long to create and was stopped. Choose a shorter period or fewer rows, or try again.',
  );
  expect(content.destroyed).toBe(true);
});

test('R09 a file that has begun takes as long as it needs, and arrives whole', async () => {
  const content = silent();
  const first = answerInTime('file', { ...soon, lasts: 600_000 }, () => awaitFirstPiece(fileOf(content)));
  content.push('first, ');
  await first;
  const whole = text(content);
  content.push('second');
  content.push(null);
  expect(await whole).toBe('first, second');
});

test.each([
  ['an empty one', Readable.from([])],
  ['one in memory', Buffer.from('whole')],
])('R09 %s has begun at once', async (_name, content) => {
  await awaitFirstPiece(new FileReply('file.txt', 'text/plain', content));
  expect(await text(Readable.from(content))).toBe(content instanceof Buffer ? 'whole' : '');
});

test('a file that fails before its first piece is refused for that reason, and for a client that has gone is not made', async () => {
  const failing = silent();
  const refused = awaitFirstPiece(fileOf(failing));
  failing.destroy(new Refusal('unavailable', 'The database is away.'));
  await expect(refused).rejects.toThrow('The database is away.');
  const left = silent();
  await expect(awaitFirstPiece(fileOf(left), AbortSignal.abort())).rejects.toThrow('closed the connection');
  expect(left.destroyed).toBe(true);
});
