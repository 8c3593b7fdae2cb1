import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { openSigning, type Signing } from './signing';
import { openSealedBox, type SealedBox } from './sealed-box';
import { SecretUnreadable } from './secret-unreadable';

/** Encrypts what must not be in the database in clear: bank details, mail passwords, second factors. */
export type Secrets = {
  /**
   * Encrypts a text. `place` says whose it is ("employee 12 pay") and is authenticated, so that no one with write
   * access to the database can move a secret to another record.
   */
  readonly seal: (text: string, place: string) => string;
  /** Decrypts a text. Throws `SecretUnreadable` when the key or place differs, or the text was altered. */
  readonly unseal: (sealed: string, place: string) => string;
  /**
   * A keyed hash of a text: the program can look up a sealed name by it, and no one without the key can tell whose it
   * is.
   */
  readonly mark: (text: string) => string;
  readonly signing: Signing;
  /** Opens what tills sealed to this server, and names the public key they seal to. */
  readonly box: SealedBox;
};

export const secretKeyBytes = 32;
const cipher = 'aes-256-gcm';
const form = /^v1\.([\w-]{8})\.([\w-]{16})\.([\w-]{22,})$/;

/** Encrypts with AES-256-GCM: a fresh nonce each time, the place authenticated, and the key's name in front. */
export function openSecrets(key: Buffer): Secrets {
  if (key.length !== secretKeyBytes) throw new RangeError(`A key has ${secretKeyBytes} bytes.`);
  const derived = (purpose: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', key, '', `counterfoil ${purpose}`, bytes));
  const encryption = derived('secrets', secretKeyBytes);
  const marking = derived('marks', secretKeyBytes);
  const name = derived('key name', 6).toString('base64url');
  return {
    signing: openSigning(derived('macs', secretKeyBytes), derived('signatures', secretKeyBytes)),
    box: openSealedBox(derived('till sealing', 48)),
    mark: text => createHmac('sha256', marking).update(text).digest('base64url'),
    seal(text, place) {
      const nonce = randomBytes(12);
      const sealing = createCipheriv(cipher, encryption, nonce).setAAD(Buffer.from(place));
      const parts = [sealing.update(text, 'utf8'), sealing.final(), sealing.getAuthTag()];
      return `v1.${name}.${nonce.toString('base64url')}.${Buffer.concat(parts).toString('base64url')}`;
    },
    unseal(sealed, place) {
      const [, sealedWith, nonce = '', rest = ''] = form.exec(sealed) ?? [];
      if (sealedWith !== undefined && sealedWith !== name) throw new SecretUnreadable(otherKey);
      try {
        const bytes = Buffer.from(rest, 'base64url');
        const opening = createDecipheriv(cipher, encryption, Buffer.from(nonce, 'base64url'), {
          authTagLength: tagBytes,
        })
          .setAAD(Buffer.from(place))
          .setAuthTag(bytes.subarray(-tagBytes));
        return Buffer.concat([opening.update(bytes.subarray(0, -tagBytes)), opening.final()]).toString(
          'utf8',
        );
      } catch {
        throw new SecretUnreadable('This was changed outside Counterfoil and cannot be decrypted.');
      }
    },
  };
}

const tagBytes = 16;
const otherKey =
  'This was encrypted with a different key. Restore the secret.key that belongs to this database, then restart.';
