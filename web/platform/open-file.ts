import { saveFile } from './save-file';

/** Shows a document in a tab of its own; where the browser opens none, it is saved instead. */
export function openFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const tab = window.open(address, '_blank');
  if (!tab) saveFile(content, name);
  // The tab has read it by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
