import { Readable } from 'node:stream';
import sharp from 'sharp';
import type { FileStore } from './file-store';

/** A stored picture: WebP, within the longest side, without metadata. */
export type ShrunkImage = {
  readonly sha256: string;
  readonly bytes: number;
  readonly width: number;
  readonly height: number;
};

/** The format of a stored picture: within a box, as WebP unless printed documents need it. */
export type PictureSize = {
  readonly width: number;
  readonly height: number;
  readonly format: 'webp' | 'png';
};

const defaultSize: PictureSize = { width: 1200, height: 1200, format: 'webp' };
/** A file of a few kilobytes can unpack to gigabytes; no product photo is larger than this. */
const maxPixels = 60_000_000;
const maxSeconds = 15;

// Only the decoders that are needed are allowed, whatever a file claims to be.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng'] });

/** Shrinks a stored JPEG or PNG and stores the result. Null when it cannot be read as a picture. */
export async function shrinkImage(files: FileStore, sha256: string): Promise<ShrunkImage | null> {
  const picture = await shrinkStoredImage(files, sha256, defaultSize);
  if (!picture) return null;
  const { content, width, height } = picture;
  const stored = await files.put(Readable.from([content]), { maxBytes: content.length });
  return { sha256: stored.sha256, bytes: stored.bytes, width, height };
}

/**
 * Shrinks a stored JPEG or PNG, applies its rotation and removes metadata (place, camera, time). Null when it cannot be
 * read as a picture: damaged or too large.
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
  const shrunk = await (format === 'webp'
    ? picture.webp({ quality: 82 })
    : picture.png({ palette: true, effort: 7 })
  )
    .timeout({ seconds: maxSeconds })
    .toBuffer({ resolveWithObject: true })
    .catch(() => null);
  return shrunk && { content: shrunk.data, width: shrunk.info.width, height: shrunk.info.height };
}
