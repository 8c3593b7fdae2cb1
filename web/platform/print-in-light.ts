const mode = 'data-mantine-color-scheme';

/** Prints in light colours, because paper is white, and restores the dark mode afterwards. */
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
