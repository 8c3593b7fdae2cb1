import { saveFile } from './save-file';

/** Opens a document in a new tab, or downloads it if the browser blocks that. */
export function openFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const tab = window.open(address, '_blank');
  if (!tab) saveFile(content, name);
  // The tab has loaded it by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
