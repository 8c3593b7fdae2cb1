import { isIP } from 'node:net';
import * as z from 'zod';
import { mailSecurity, smtpPorts } from '#domain/settings/mail-out.contract';
import type { WriteContext } from '../../platform/http/context';
import type { MailServer } from '../../platform/mail/mail-server';
import { type Networks, type Place, resolveHost } from '../../platform/network';
import type { Secrets } from '../../platform/secrets';
import { saveSetting, type Setting } from '../settings';

const server = z.object({
  host: z.string(),
  port: z.int(),
  security: mailSecurity,
  user: z.string().nullable(),
  sealed_password: z.string().nullable(),
  /** When the password was last entered, for the audit log. */
  password_entered_at: z.string().nullable(),
  sender_address: z.string(),
  sender_name: z.string(),
});

const stored = z.object({ server: server.nullable() });

/** The outgoing mail server of the settings, with its encrypted password. */
export type StoredMailServer = z.output<typeof server>;

export const mailOutSetting: Setting<z.output<typeof stored>> = {
  key: 'mail_out',
  name: 'Outgoing email',
  stored: stored.catch({ server: null }),
  shown: ({ server: storedServer }) => {
    if (storedServer === null) return { server: null };
    const { sealed_password: _sealed, ...facts } = storedServer;
    return { server: facts };
  },
};

/** Removes the mail server with its password from the settings. */
export const forgetMailServer = async (ctx: WriteContext): Promise<void> =>
  void (await saveSetting(ctx, mailOutSetting, { server: null }, undefined));

/** Binds the encrypted password to this setting. */
export const mailPasswordPlace = 'mail out password';

export type MailNetwork = { readonly networks: Networks };

/**
 * The server's connection settings: its name is resolved once and checked, and the connection made to that address. A
 * password is never sent without TLS, except within the company's networks. @throws HostRefused when it is not found or
 * not allowed.
 */
export async function reachable(
  storedServer: Omit<StoredMailServer, 'sealed_password' | 'password_entered_at'>,
  password: string | null,
  { networks }: MailNetwork,
): Promise<MailServer> {
  const { host, port, security, user, sender_address, sender_name } = storedServer;
  const place: Place = await resolveHost(host, port, { networks, ports: smtpPorts });
  return {
    host: place.address,
    ...(isIP(host) === 0 ? { serverName: host } : {}),
    port,
    tls: security === 'tls',
    startTls: place.isLocal ? 'never' : 'required',
    credentials: user === null ? null : { user, password: password ?? '' },
    sender: { name: sender_name, address: sender_address },
  };
}

export const openPassword = (storedServer: StoredMailServer, secrets: Secrets): string | null =>
  storedServer.sealed_password === null
    ? null
    : secrets.unseal(storedServer.sealed_password, mailPasswordPlace);
