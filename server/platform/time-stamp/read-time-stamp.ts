import { createHash } from 'node:crypto';
import { Certificate, ContentInfo, ExtKeyUsage, SignedData, TSTInfo } from 'pkijs';

const oids = {
  signedData: '1.2.840.113549.1.7.2',
  timeStamp: '1.2.840.113549.1.9.16.1.4',
  sha256: '2.16.840.1.101.3.4.2.1',
  extendedKeyUsage: '2.5.29.37',
  forTimeStamping: '1.3.6.1.5.5.7.3.8',
} as const;

/** What a time stamp proves once it has been read: that the text existed at that time. */
type TimeStamp = {
  readonly at: Date;
  /** As the request gave it, in hexadecimal. */
  readonly nonce: string | null;
  /** The subject of the certificate that signed it. */
  readonly authority: string;
  /** Whether one of the trusted certificates vouches for the authority; null when none were given. */
  readonly isTrusted: boolean | null;
};

/**
 * Reads a time stamp (RFC 3161) of a text: it must be signed, by a certificate that it contains and that is for
 * time-stamping, and be of this text. @throws with the reason, for auditors, when it is not.
 */
export async function readTimeStamp(
  token: Uint8Array,
  text: string,
  trusted: readonly Certificate[] | null = null,
): Promise<TimeStamp> {
  const { signed, info } = parsed(token);
  const bytes = Buffer.from(text);
  const imprint = Buffer.from(info.messageImprint.hashedMessage.valueBlock.valueHexView);
  if (
    info.messageImprint.hashAlgorithm.algorithmId !== oids.sha256 ||
    !imprint.equals(createHash('sha256').update(bytes).digest())
  )
    throw new Error('it is the time stamp of something else');
  const data = new Uint8Array(bytes).buffer;
  const check = { signer: 0, data, extendedMode: true } as const;
  const own = await signed.verify({ ...check, checkChain: false }).catch(reasonOf);
  if (!own.signatureVerified || !own.signerCertificate) throw new Error('its signature is not valid');
  const signer = own.signerCertificate;
  if (!isForTimeStamping(signer)) throw new Error('its certificate is not for time-stamping');
  return {
    at: info.genTime,
    nonce: info.nonce ? Buffer.from(info.nonce.valueBlock.valueHexView).toString('hex') : null,
    authority: signer.subject.typesAndValues.map(({ value }) => value.valueBlock.value).join(', '),
    isTrusted: trusted && (await isVouchedFor(signed, signer, check, trusted)),
  };
}

type Check = { readonly signer: 0; readonly data: ArrayBuffer; readonly extendedMode: true };

/** By the authority's own certificate, or by one from which a chain leads to it, at the time of the stamp. */
async function isVouchedFor(
  signed: SignedData,
  signer: Certificate,
  check: Check,
  trusted: readonly Certificate[],
): Promise<boolean> {
  const der = (certificate: Certificate) => Buffer.from(certificate.toSchema().toBER());
  if (trusted.some(certificate => der(certificate).equals(der(signer)))) return true;
  const chain = await signed
    .verify({ ...check, checkChain: true, trustedCerts: [...trusted], passedWhenNotRevValues: true })
    .catch(reasonOf);
  return chain.signatureVerified === true && chain.signerCertificateVerified === true;
}

/** The library throws what it has found out, too. */
const reasonOf = (error: unknown) =>
  error as {
    signatureVerified?: boolean | null;
    signerCertificateVerified?: boolean | null;
    signerCertificate?: Certificate | null;
  };

function parsed(token: Uint8Array): { signed: SignedData; info: TSTInfo } {
  try {
    const content = ContentInfo.fromBER(token);
    if (content.contentType !== oids.signedData) throw new Error('not signed');
    const signed = new SignedData({ schema: content.content });
    const { eContentType, eContent } = signed.encapContentInfo;
    if (eContentType !== oids.timeStamp || !eContent || signed.signerInfos.length !== 1)
      throw new Error('not a time stamp');
    return { signed, info: TSTInfo.fromBER(eContent.getValue()) };
  } catch {
    throw new Error('it is not a time stamp');
  }
}

function isForTimeStamping(certificate: Certificate): boolean {
  const usage = certificate.extensions?.find(({ extnID }) => extnID === oids.extendedKeyUsage)?.parsedValue;
  return usage instanceof ExtKeyUsage && usage.keyPurposes.includes(oids.forTimeStamping);
}

const pem = /-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----/g;

/** The certificates of a PEM file. @throws when there are none, or one cannot be read. */
export function readCertificates(text: string): Certificate[] {
  const found = Array.from(text.matchAll(pem), ([, base64 = '']) =>
    Certificate.fromBER(new Uint8Array(Buffer.from(base64, 'base64'))),
  );
  if (found.length === 0) throw new Error('The file contains no certificate in PEM format.');
  return found;
}
