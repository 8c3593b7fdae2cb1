import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy that can be slow, cut off, or unresponsive. */
export type SlowProxy = {
  readonly port: number;
  /** Milliseconds by which each block from the server is delayed. */
  delayMs: number;
  /** The bytes from the server to pass on over one connection before it is cut; null never cuts. */
  cutAfterBytes: number | null;
  /** Accepts connections and never replies. */
  silent: boolean;
  /** The number of connections so far. */
  readonly connections: () => number;
  /** The number of those that are open. */
  readonly open: () => number;
  readonly cutAll: () => void;
  /** Passes nothing on to those connected now, and keeps their connections open. */
  readonly stall: () => void;
  /** Cuts everything before the server's next text that matches is passed on, and refuses connections until `mend`. */
  readonly cutBefore: (text: RegExp) => void;
  readonly isCut: () => boolean;
  readonly mend: () => void;
  readonly close: () => Promise<void>;
};

export async function startSlowProxy(target: number): Promise<SlowProxy> {
  const open = new Set<Socket>();
  const stalled = new Set<Socket>();
  let count = 0;
  let fatal: RegExp | null = null;
  let isCut = false;
  const server = createServer(near => {
    count += 1;
    if (isCut) return void near.destroy();
    open.add(near.on('error', () => undefined));
    near.on('close', () => {
      open.delete(near);
      stalled.delete(near);
    });
    if (proxy.silent) return;
    const far = connect(target, '127.0.0.1').on('error', () => near.destroy());
    near.pipe(far);
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
    let passed = 0;
    let received = '';
    far.on('data', block => {
      if (stalled.has(near)) return;
      if (fatal) received = (received + block.toString('latin1')).slice(-1_000);
      if (fatal?.test(received)) {
        isCut = true;
        return proxy.cutAll();
      }
      passed += block.length;
      const { cutAfterBytes, delayMs } = proxy;
      if (cutAfterBytes !== null && passed > cutAfterBytes) {
        near.end(block.subarray(0, Math.max(0, block.length - (passed - cutAfterBytes))));
        return void far.destroy();
      }
      if (delayMs === 0) return void near.write(block);
      far.pause();
      setTimeout(() => {
        near.write(block);
        far.resume();
      }, delayMs);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const proxy: SlowProxy = {
    port: (server.address() as AddressInfo).port,
    delayMs: 0,
    cutAfterBytes: null,
    silent: false,
    connections: () => count,
    open: () => open.size,
    cutAll: () => {
      for (const socket of open) socket.destroy();
    },
    stall: () => {
      for (const socket of open) stalled.add(socket);
    },
    cutBefore: text => {
      fatal = text;
    },
    isCut: () => isCut,
    mend: () => {
      fatal = null;
      isCut = false;
    },
    close: async () => {
      proxy.cutAll();
      server.close();
      await once(server, 'close');
    },
  };
  return proxy;
}
