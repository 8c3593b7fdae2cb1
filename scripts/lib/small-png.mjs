import { crc32, deflateSync } from 'node:zlib';

const maxColours = 256;

/**
 * The same picture with at most 256 colours, a third of the size: screenshots have few colours besides anti-aliased
 * text. `page` is a blank browser page that decodes the picture.
 */
export async function smallPng(page, png) {
  const { width, height, rgb } = await pixelsOf(page, png);
  const palette = commonest(rgb);
  const indexOf = nearestIn(palette);
  // Each row starts with its filter; indexed rows compress best without one.
  const rows = Buffer.alloc((width + 1) * height);
  for (let at = 0; at < rgb.length; at++) rows[at + Math.floor(at / width) + 1] = indexOf(rgb[at]);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    part('IHDR', header),
    part('PLTE', Buffer.from(palette.flatMap(channels))),
    part('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    part('IEND', Buffer.alloc(0)),
  ]);
}

/** One number 0xRRGGBB per pixel, row by row. */
async function pixelsOf(page, png) {
  const { width, height, base64 } = await page.evaluate(
    async source => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const size = { width: image.width, height: image.height };
      const canvas = Object.assign(document.createElement('canvas'), size);
      const context = canvas.getContext('2d');
      context.drawImage(image, 0, 0);
      const { data } = context.getImageData(0, 0, size.width, size.height);
      let text = '';
      for (let at = 0; at < data.length; at += 8192)
        text += String.fromCharCode(...data.subarray(at, at + 8192));
      return { ...size, base64: btoa(text) };
    },
    `data:image/png;base64,${png.toString('base64')}`,
  );
  const rgba = Buffer.from(base64, 'base64');
  const rgb = Uint32Array.from({ length: width * height }, (_, pixel) => rgba.readUIntBE(pixel * 4, 3));
  return { width, height, rgb };
}

function commonest(rgb) {
  const counts = new Map();
  for (const colour of rgb) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const byCount = [...counts].sort(([a, countOfA], [b, countOfB]) => countOfB - countOfA || a - b);
  return byCount.slice(0, maxColours).map(([colour]) => colour);
}

function nearestIn(palette) {
  const known = new Map(palette.map((colour, index) => [colour, index]));
  const distance = (a, b) => channels(a).reduce((sum, value, at) => sum + (value - channels(b)[at]) ** 2, 0);
  return colour => {
    let index = known.get(colour);
    if (index === undefined) {
      const distances = palette.map(candidate => distance(colour, candidate));
      index = distances.indexOf(Math.min(...distances));
      known.set(colour, index);
    }
    return index;
  };
}

const channels = colour => [colour >> 16, (colour >> 8) & 255, colour & 255];

function part(name, content) {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(content.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}
