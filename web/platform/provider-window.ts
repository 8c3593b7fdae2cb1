/** Pages of this site in other windows tell this one that their user has confirmed who they are. */
const channelName = 'identity-confirmed';

/** Tells the window that asked. */
export function tellConfirmed(): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage('confirmed');
  channel.close();
}

/** Calls back when another window has confirmed. Returns what ends the waiting. */
export function whenConfirmed(act: () => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', act);
  return () => channel.close();
}
