import { useComputedColorScheme } from '@mantine/core';
import { useMemo } from 'react';

/**
 * Shows HTML that the server has sanitised in a sandboxed frame: no scripts, no origin, no remote content.
 * Links open in a new window.
 */
export function SandboxedFrame({ html, title }: { html: string; title: string }) {
  const isDark = useComputedColorScheme() === 'dark';
  const page = useMemo(() => pageOf(html), [html]);
  return (
    <iframe
      className="mail-frame"
      data-dark={isDark || undefined}
      title={title}
      sandbox="allow-popups allow-popups-to-escape-sandbox"
      referrerPolicy="no-referrer"
      srcDoc={page}
      style={{ height: heightFor(html) }}
    />
  );
}

const policy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'";

// White in dark mode too: senders choose their colours for a white background.
const pageOf = (html: string) =>
  `<!doctype html><html lang=""><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="referrer" content="no-referrer"><style>html{background:#fff;color:#1c1f1d;font:14px/1.5 system-ui,sans-serif}body{margin:12px;overflow-wrap:anywhere}img{max-width:100%;height:auto}img:not([src]){color:#6f6a61;font-size:12px}table{max-width:100%}pre{white-space:pre-wrap}blockquote{margin:8px 0;padding-left:12px;border-left:3px solid #d8d5cf}a{color:#15507d}</style></head><body>${html}</body></html>`;

/**
 * The content of the frame cannot be measured, so the height is a guess. The frame scrolls if the guess is
 * too small.
 */
function heightFor(html: string): string {
  const words = html.replaceAll(/<[^>]*>/g, '').length;
  const breaks = html.match(/<(?:br|p|div|tr|li|h[1-6])\b/gi)?.length ?? 0;
  const pictures = html.match(/<img\b[^>]*\ssrc=/gi)?.length ?? 0;
  const guess = 120 + Math.ceil(words / 55) * 24 + breaks * 26 + pictures * 160;
  return `clamp(160px, ${guess}px, 68vh)`;
}
