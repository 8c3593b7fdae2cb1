// ?theme=light, dark or auto chooses and remembers; otherwise the remembered mode; otherwise light.
(() => {
  const modes = ['light', 'dark', 'auto'];
  const asked = new URLSearchParams(location.search).get('theme');
  let mode = asked === 'system' ? 'auto' : asked;
  try {
    if (modes.includes(mode)) localStorage.setItem('colour-mode', mode);
    else mode = localStorage.getItem('colour-mode');
  } catch {
    // A browser that keeps nothing still shows the mode that was asked for.
  }
  if (!modes.includes(mode)) mode = 'light';
  const dark = mode === 'dark' || (mode === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
