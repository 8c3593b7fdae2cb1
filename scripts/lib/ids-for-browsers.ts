import type { Plugin } from 'vite';

const useId = /node_modules\/@mantine\/hooks\/esm\/use-id\/use-id\.mjs$/;

/** What renders each component once more than it has to. */
const secondRender = 'setUuid(randomId());';

/** React's own ids, which are known when a component renders for the first time. */
const reactsIds = `import { useId as useReactId } from 'react';
export function useId(staticId) {
  const id = useReactId();
  return typeof staticId === 'string' ? staticId : id;
}`;

/**
 * Mantine makes an id when a component is on the page, and renders it again with it: each field, tooltip, menu and
 * option twice. An upgrade of Mantine that no longer does so fails the build, and then this can go.
 */
export function idsForBrowsers(): Plugin {
  let isReplaced = false;
  return {
    name: 'ids-for-browsers',
    apply: 'build',
    transform: {
      filter: { id: useId },
      handler(code) {
        if (!code.includes(secondRender)) this.error('Mantine no longer sets its ids with a second render');
        isReplaced = true;
        return { code: reactsIds, map: null };
      },
    },
    buildEnd(error) {
      if (!error && !isReplaced) this.error('Mantine no longer has the hook of its ids where it was');
    },
  };
}
