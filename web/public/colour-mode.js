// ?theme=light, dark or auto sets and stores the mode; otherwise the stored mode; otherwise light.
(() => {
  const modes = ['light', 'dark', 'auto'];
  const asked = new URLSearchParams(location.search).get('theme');
  let mode = asked === 'system' ? 'auto' : asked;
  try {
    if (modes.includes(mode)) localStorage.setItem('colour-mode', mode);
    else mode = localStorage.getItem('colour-mode');
  } catch {
    // Without storage the requested mode still applies.
  }
  if (!modes.includes(mode)) mode = 'light';
  const dark = mode === 'dark' || (mode === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
