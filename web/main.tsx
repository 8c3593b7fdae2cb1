import { MantineProvider, localStorageColorSchemeManager } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { NoticeArea } from './frame/notice-area';
import { sendFormsOnCtrlEnter } from './platform/form-keys';
import { printInLight } from './platform/print-in-light';
import { queryClient } from './platform/query-client';
import { refreshSession } from './platform/session';
import { wipeOldTillData } from './platform/till-data';
import { router } from './router';
import './styles.css';
import './print.css';
import { cssVariables, theme } from './theme';

// The key that colour-mode.js reads before the first paint.
const colourMode = localStorageColorSchemeManager({ key: 'colour-mode' });

void wipeOldTillData();
void refreshSession();
printInLight();
sendFormsOnCtrlEnter();

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root element');
createRoot(root).render(
  <MantineProvider
    theme={theme}
    cssVariablesResolver={cssVariables}
    colorSchemeManager={colourMode}
    defaultColorScheme="light"
    // All variables are written from the theme, so no style sheet carries them once more.
    deduplicateCssVariables={false}
  >
    <QueryClientProvider client={queryClient}>
      <NoticeArea />
      <RouterProvider router={router} />
    </QueryClientProvider>
  </MantineProvider>,
);
