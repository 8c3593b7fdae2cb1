import { isIP } from 'node:net';
import { emailAddress } from '#domain/kernel/fields';
import { StartRefused } from '../start-refused';

export type MailAddress = {
  /** Null: each message has its own sender name. */
  readonly name: string | null;
  readonly address: string;
};

/** The outgoing mail server and the sender. */
export type MailServer = {
  readonly host: string;
  /** The name checked against its certificate, where `host` is the address it resolved to. */
  readonly serverName?: string;
  readonly port: number;
  /** Implicit TLS (smtps). */
  readonly tls: boolean;
  /** Whether a plain connection switches to TLS. A certificate is always checked. */
  readonly startTls: 'never' | 'when-offered' | 'required';
  readonly credentials: { readonly user: string; readonly password: string } | null;
  readonly sender: MailAddress;
};

/**
 * Reads SMTP_URL: `smtp://user:password@host:587` or `smtps://…`. The sender is `?from=`, else the user when that is an
 * address, else no-reply at the host of PUBLIC_URL. A password is never sent without TLS, except to this machine.
 * @throws StartRefused when `from` is not an address, or a stray % makes user or password unreadable.
 */
export function readMailServer(smtpUrl: string, publicUrl: string): MailServer {
  const url = new URL(smtpUrl);
  const tls = url.protocol === 'smtps:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const user = decoded(url.username);
  return {
    host,
    port: Number(url.port) || (tls ? 465 : 587),
    tls,
    // The loopback cannot be overheard, and mail servers there seldom have a certificate.
    startTls: isThisMachine(host) ? 'never' : user === '' ? 'when-offered' : 'required',
    credentials: user === '' ? null : { user, password: decoded(url.password) },
    sender: { name: null, address: senderOf(url.searchParams.get('from'), user, publicUrl) },
  };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // The message never repeats the value, which may be the password.
    throw new StartRefused(
      'SMTP_URL contains a % that is not part of an encoded character. Write a % in the user or password as %25.',
    );
  }
}

function senderOf(from: string | null, user: string, publicUrl: string): string {
  if (from !== null) {
    const sender = emailAddress.safeParse(from);
    if (sender.success) return sender.data;
    throw new StartRefused(`SMTP_URL has the sender ?from=${from}, which is not an email address.`);
  }
  const asAddress = emailAddress.safeParse(user);
  if (asAddress.success) return asAddress.data;
  const { hostname } = new URL(publicUrl);
  return `no-reply@${isIP(hostname) ? `[${hostname}]` : hostname}`;
}

const isThisMachine = (host: string) => host === 'localhost' || host === '::1' || host.startsWith('127.');
