import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { useShop } from '../support/browser';

const shop = useShop();

/** Begins to answer with a file, and closes the connection half-way. */
async function cuttingServer(): Promise<string> {
  const server = createServer(socket => {
    socket.once('data', () => {
      const piece = 'Name,Address\r\n'.repeat(1_000);
      socket.write(
        `HTTP/1.1 200 OK\r\nContent-Type: text/csv\r\nTransfer-Encoding: chunked\r\n\r\n${piece.length.toString(16)}\r\n${piece}\r\n`,
        () => socket.destroy(),
      );
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

test('F64 a download that is cut off says so, and saves no file', async () => {
  const url = await cuttingServer();
  const page = await shop().openAs(['admin'], '/suppliers');
  await page.route('**/api/suppliers/export*', route => route.continue({ url }));
  const saved: string[] = [];
  page.on('download', download => saved.push(download.suggestedFilename()));
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  await page.getByText('The download was cut off, so no file was saved. Try again.').waitFor();
  expect(saved).toEqual([]);
});
