import { createDecipheriv, createECDH, hkdfSync } from 'node:crypto';
import { SecretUnreadable } from './secret-unreadable';

/** Anyone may seal with the public key; only the holder of the secret key can open. */
export type SealedBox = {
  /** A point of P-256, uncompressed, in base64url. */
  readonly publicKey: string;
  /** Opens a text. Throws `SecretUnreadable` when it was sealed to another key or for another place, or altered. */
  readonly open: (sealed: string, place: string) => string;
};

const curve = 'prime256v1';
/** The order of P-256: a private key is below it. */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
const form = /^s1\.([\w-]{8})\.([\w-]{87})\.([\w-]{16})\.([\w-]{22,})$/;
const tagBytes = 16;

/**
 * The counterpart of `web/features/pos/engine/seal-sale.ts`: a fresh key pair for each text, ECDH with the public key,
 * HKDF-SHA256, AES-256-GCM. The private key comes from 48 random bytes, so that no number is likelier than another
 * (FIPS 186-5, A.2.1); it is stored nowhere, and every process with the same secret key has the same.
 */
export function openSealedBox(seed: Buffer): SealedBox {
  const scalar = (BigInt(`0x${seed.toString('hex')}`) % (order - 1n)) + 1n;
  const key = createECDH(curve);
  key.setPrivateKey(Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex'));
  const ownPoint = key.getPublicKey();
  const publicKey = ownPoint.toString('base64url');
  return {
    publicKey,
    open(sealed, place) {
      const [, name, sender = '', nonce = '', rest = ''] = form.exec(sealed) ?? [];
      if (name !== undefined && name !== publicKey.slice(-8)) throw new SecretUnreadable(otherKey);
      try {
        const point = Buffer.from(sender, 'base64url');
        const salt = Buffer.concat([point, ownPoint]);
        const cipherKey = Buffer.from(
          hkdfSync('sha256', key.computeSecret(point), salt, 'counterfoil till sale', 32),
        );
        const bytes = Buffer.from(rest, 'base64url');
        const opening = createDecipheriv('aes-256-gcm', cipherKey, Buffer.from(nonce, 'base64url'), {
          authTagLength: tagBytes,
        })
          .setAAD(Buffer.from(place))
          .setAuthTag(bytes.subarray(-tagBytes));
        return Buffer.concat([opening.update(bytes.subarray(0, -tagBytes)), opening.final()]).toString(
          'utf8',
        );
      } catch {
        throw new SecretUnreadable('This was changed after it was sealed and cannot be opened.');
      }
    },
  };
}

const otherKey =
  'This was sealed to a different key. Restore the secret.key that belongs to this database, then restart.';
