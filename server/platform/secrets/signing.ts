import { createHmac, createPrivateKey, createPublicKey, sign, timingSafeEqual, verify } from 'node:crypto';

/** Proves that a text comes from this installation. */
export type Signing = {
  /** A keyed hash (HMAC-SHA256), which only the holder of the secret key can make or check. */
  readonly mac: (text: string) => string;
  readonly isMac: (text: string, mac: string) => boolean;
  /** A signature (Ed25519), which anyone can check with the public key. */
  readonly sign: (text: string) => string;
  /** 32 bytes in hexadecimal digits. */
  readonly publicKey: string;
};

/** The fixed beginnings of an Ed25519 key in its standard forms (RFC 8410): the key itself follows. */
const privateForm = Buffer.from('302e020100300506032b657004220420', 'hex');
const publicForm = Buffer.from('302a300506032b6570032100', 'hex');

/** @param macKey 32 bytes. @param seed 32 bytes: the private key. */
export function openSigning(macKey: Buffer, seed: Buffer): Signing {
  const privateKey = createPrivateKey({
    key: Buffer.concat([privateForm, seed]),
    format: 'der',
    type: 'pkcs8',
  });
  const mac = (text: string) => createHmac('sha256', macKey).update(text).digest('hex');
  return {
    mac,
    isMac: (text, found) => {
      const expected = Buffer.from(mac(text), 'hex');
      const given = Buffer.from(found, 'hex');
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
    sign: text => sign(null, Buffer.from(text), privateKey).toString('hex'),
    publicKey: createPublicKey(privateKey)
      .export({ format: 'der', type: 'spki' })
      .subarray(publicForm.length)
      .toString('hex'),
  };
}

/** Whether the holder of the private key of `publicKey` has signed the text. */
export function isSignedBy(publicKey: string, text: string, signature: string): boolean {
  const key = createPublicKey({
    key: Buffer.concat([publicForm, Buffer.from(publicKey, 'hex')]),
    format: 'der',
    type: 'spki',
  });
  return verify(null, Buffer.from(text), key, Buffer.from(signature, 'hex'));
}
