import { expect, test } from 'vitest';
import { readWholeFile } from './read-whole-file';

const encode = (text: string) => new TextEncoder().encode(text);

const responseOf = (source: UnderlyingDefaultSource<Uint8Array<ArrayBuffer>>) =>
  new Response(new ReadableStream(source), { headers: { 'content-type': 'text/csv' } });

test('F64 a file is read to its end', async () => {
  const pieces = ['a,b\n', '1,2\n', '3,4\n'];
  const file = await readWholeFile(
    responseOf({
      pull: controller => {
        const piece = pieces.shift();
        if (piece === undefined) controller.close();
        else controller.enqueue(encode(piece));
      },
    }),
  );
  expect([await file.text(), file.type]).toEqual(['a,b\n1,2\n3,4\n', 'text/csv']);
});

test('F64 a file that is cut off is no file', async () => {
  const cut = responseOf({
    start: controller => controller.enqueue(encode('a,b\n')),
    pull: controller => controller.error(new Error('cut')),
  });
  await expect(readWholeFile(cut)).rejects.toThrow('cut');
});

test('F64 a file of which nothing more arrives is given up', async () => {
  const silent = responseOf({ start: controller => controller.enqueue(encode('a,b\n')) });
  await expect(readWholeFile(silent, { silence: 20 })).rejects.toThrow('Nothing more arrived.');
});
