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

const longestSide = 1200;
/** A file of a few kilobytes can unpack to thousands of megabytes; nobody photographs goods at more than this. */
const mostPixels = 60_000_000;
const mostSeconds = 15;

// Only what is asked for is ever decoded, whatever a file says that it is.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng'] });

/**
 * Makes a stored JPEG or PNG small, turns it the right way up, drops all metadata (place, camera, time), and stores
 * the result. Null when it cannot be read as a picture: broken, or too large.
 */
export async function shrinkImage(files: FileStore, sha256: string): Promise<ShrunkImage | null> {
  const picture = await sharp(files.path(sha256), { limitInputPixels: mostPixels, failOn: 'error' })
    .autoOrient()
    .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .webp({ quality: 82 })
    .timeout({ seconds: mostSeconds })
    .toBuffer({ resolveWithObject: true })
    .catch(() => null);
  if (!picture) return null;
  const { data, info } = picture;
  const stored = await files.put(Readable.from([data]), { maxBytes: data.length });
  return { sha256: stored.sha256, bytes: stored.bytes, width: info.width, height: info.height };
}
