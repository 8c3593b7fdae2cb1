import type { LogoDots } from './encode-receipt';

// Narrower than the narrowest roll.
const widest = 320;
const tallest = 160;
const inEights = (length: number) => Math.max(8, Math.floor(length / 8) * 8);

/**
 * The logo as a bitmap for the printer; null when it cannot be loaded, because a receipt prints without it.
 */
export async function drawLogo(address: string): Promise<LogoDots | null> {
  const image = new Image();
  image.src = address;
  try {
    await image.decode();
  } catch {
    return null;
  }
  const scale = Math.min(1, widest / image.naturalWidth, tallest / image.naturalHeight);
  const width = inEights(image.naturalWidth * scale);
  const height = inEights(image.naturalHeight * scale);
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) return null;
  // Transparent pixels are paper.
  context.fillStyle = 'white';
  context.fillRect(0, 0, width, height);
  context.drawImage(image, 0, 0, width, height);
  return { image: context.getImageData(0, 0, width, height), width, height };
}
