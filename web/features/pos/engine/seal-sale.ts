const nonceBytes = 12;
const info = new TextEncoder().encode('counterfoil till sale');

/**
 * Seals a text so that only the server can open it (`server/platform/secrets/sealed-box.ts`): a fresh key pair of P-256
 * for each text, ECDH with the server's public key, HKDF-SHA256, AES-256-GCM. `place` is authenticated with it.
 */
export async function sealTo(publicKey: string, text: string, place: string): Promise<string> {
  const { subtle } = crypto;
  const curve = { name: 'ECDH', namedCurve: 'P-256' };
  const serverPoint = fromBase64Url(publicKey);
  const [server, own] = await Promise.all([
    subtle.importKey('raw', serverPoint, curve, false, []),
    subtle.generateKey(curve, false, ['deriveBits']),
  ]);
  const [shared, exported] = await Promise.all([
    subtle.deriveBits({ name: 'ECDH', public: server }, own.privateKey, 256),
    subtle.exportKey('raw', own.publicKey),
  ]);
  const ownPoint = new Uint8Array(exported);
  const salt = new Uint8Array([...ownPoint, ...serverPoint]);
  const material = await subtle.importKey('raw', shared, 'HKDF', false, ['deriveKey']);
  const key = await subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt, info },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt'],
  );
  const nonce = crypto.getRandomValues(new Uint8Array(nonceBytes));
  const encoder = new TextEncoder();
  const sealed = await subtle.encrypt(
    { name: 'AES-GCM', iv: nonce, additionalData: encoder.encode(place) },
    key,
    encoder.encode(text),
  );
  // The end of the public key is its name.
  return ['s1', publicKey.slice(-8), ...[ownPoint, nonce, new Uint8Array(sealed)].map(toBase64Url)].join('.');
}

function toBase64Url(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCodePoint(byte);
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

const fromBase64Url = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), letter => letter.codePointAt(0) ?? 0);
