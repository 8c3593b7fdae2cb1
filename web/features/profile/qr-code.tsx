import { encodeQR } from 'qr';

// The standard needs four modules of quiet zone around the code.
const quiet = 4;

/** A QR code as a vector: black on white in both colour modes, because cameras expect it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const rows = encodeQR(text, 'raw', { border: quiet });
  const bars = rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg
      className="qr-code"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
    >
      <rect width="100%" height="100%" fill="#fff" />
      <path d={bars.join('')} fill="#000" />
    </svg>
  );
}
