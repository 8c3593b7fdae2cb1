/** Downloads bytes under a file name. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download keeps its own reference once it has started.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
