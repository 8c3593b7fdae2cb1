import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A received message. */
export type Delivery = { readonly to: readonly string[]; readonly bytes: number; readonly content: string };

type Answer = Error | null;
export type SinkOptions = {
  /** The reply to RCPT: null accepts. */
  readonly onRecipient?: (address: string) => Answer | Promise<Answer>;
  /** The reply once the whole message has been received. */
  readonly onMessage?: (delivery: Delivery, connection: { drop: () => void }) => Answer | Promise<Answer>;
  /** False: counts the bytes of messages and discards them. */
  readonly keepContent?: boolean;
  readonly server?: SMTPServerOptions;
};

export type SmtpSink = {
  readonly port: number;
  readonly url: string;
  /** Accepted messages, in order. */
  readonly delivered: Delivery[];
  /** How many whole messages were received, accepted or not. */
  readonly handedOver: () => number;
  readonly close: () => Promise<void>;
};

/** A refusal as an SMTP server would send it. */
export const smtpError = (responseCode: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode });

/** A real mail server on the loopback, which stores what it receives. */
export async function startSmtpSink(options: SinkOptions = {}): Promise<SmtpSink> {
  const delivered: Delivery[] = [];
  const sockets = new Map<string, () => void>();
  let handedOver = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    logger: false,
    onRcptTo: ({ address }, _session, done) => void settle(options.onRecipient?.(address) ?? null, done),
    onData: (stream, session, done) => {
      const blocks: Buffer[] = [];
      let bytes = 0;
      stream.on('data', (block: Buffer) => {
        bytes += block.length;
        if (options.keepContent !== false) blocks.push(block);
      });
      stream.on('end', () => {
        handedOver++;
        const delivery = {
          to: session.envelope.rcptTo.map(({ address }) => address),
          bytes,
          content: Buffer.concat(blocks).toString('utf8'),
        };
        const drop = () => sockets.get(`${session.remoteAddress} ${session.remotePort}`)?.();
        void settle(options.onMessage?.(delivery, { drop }) ?? null, refusal => {
          if (!refusal) delivered.push(delivery);
          done(refusal);
        });
      });
    },
    ...options.server,
  });
  server.on('error', () => undefined);
  server.server.on('connection', socket => {
    sockets.set(`${socket.remoteAddress} ${socket.remotePort}`, () => socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    port,
    url: `smtp://127.0.0.1:${port}`,
    delivered,
    handedOver: () => handedOver,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        for (const destroy of sockets.values()) destroy();
      }),
  };
}

/** Passes a reply on once it is known; a failure in the test itself becomes a visible refusal. */
async function settle(answer: Answer | Promise<Answer>, done: (refusal: Answer) => void): Promise<void> {
  try {
    done(await answer);
  } catch (error) {
    done(error as Error);
  }
}
