const mode = 'data-mantine-color-scheme';

/** Paper is white: a page in dark colours is printed in light ones, and is dark again afterwards. */
export function printInLight(): void {
  const root = document.documentElement;
  let shown: string | null = null;
  window.addEventListener('beforeprint', () => {
    shown = root.getAttribute(mode);
    root.setAttribute(mode, 'light');
  });
  window.addEventListener('afterprint', () => {
    if (shown !== null) root.setAttribute(mode, shown);
    shown = null;
  });
}
