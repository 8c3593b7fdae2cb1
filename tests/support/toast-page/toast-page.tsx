import '@mantine/core/styles.css';
import { MantineProvider } from '@mantine/core';
import { createRoot } from 'react-dom/client';
import { NoticeArea } from '../../../web/frame/notice-area';
import { toast } from '../../../web/platform/notices';

declare global {
  interface Window {
    /** The product's toasts, for a test to call: some kinds are for screens of later releases. */
    toast: typeof toast;
  }
}

window.toast = toast;
const root = document.getElementById('root');
if (!root) throw new Error('The page has no root element');
createRoot(root).render(
  <MantineProvider>
    <NoticeArea />
  </MantineProvider>,
);
