import { Readable } from 'node:stream';
import sharp from 'sharp';
import type { FileStore } from './file-store';

/** A picture as it is kept: WebP, within the longest side, nothing in it but the picture. */
export type ShrunkImage = {
  readonly sha256: string;
  readonly bytes: number;
  readonly width: number;
  readonly height: number;
};

/** What a picture is made into: within a box, as WebP unless documents on paper have to bear it. */
export type PictureSize = {
  readonly width: number;
  readonly height: number;
  readonly format: 'webp' | 'png';
};

const kept: PictureSize = { width: 1200, height: 1200, format: 'webp' };
/** A file of a few kilobytes can unpack to thousands of megabytes; nobody photographs goods at more than this. */
const maxPixels = 60_000_000;
const maxSeconds = 15;

// Only what is asked for is ever decoded, whatever a file says that it is.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng'] });

/** Makes a stored JPEG or PNG small and stores the result. Null when it cannot be read as a picture. */
export async function shrinkImage(files: FileStore, sha256: string): Promise<ShrunkImage | null> {
  const picture = await shrinkStoredImage(files, sha256, kept);
  if (!picture) return null;
  const { content, width, height } = picture;
  const stored = await files.put(Readable.from([content]), { maxBytes: content.length });
  return { sha256: stored.sha256, bytes: stored.bytes, width, height };
}

/**
 * A stored JPEG or PNG made small, turned the right way up, without metadata (place, camera, time). Null when it cannot
 * be read as a picture: broken, or too large.
 */
export async function shrinkStoredImage(
  files: Pick<FileStore, 'path'>,
  sha256: string,
  { width, height, format }: PictureSize,
): Promise<{ readonly content: Buffer; readonly width: number; readonly height: number } | null> {
  const picture = sharp(files.path(sha256), { limitInputPixels: maxPixels, failOn: 'error' })
    .autoOrient()
    .resize({ width, height, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb');
  const made = await (format === 'webp'
    ? picture.webp({ quality: 82 })
    : picture.png({ palette: true, effort: 7 })
  )
    .timeout({ seconds: maxSeconds })
    .toBuffer({ resolveWithObject: true })
    .catch(() => null);
  return made && { content: made.data, width: made.info.width, height: made.info.height };
}
