import { useEffect } from 'react';
import { useSessionNumber } from '../../platform/session';
import { startLive } from './index';

/** Listens to live events. After another sign-in, as at a till by PIN, it listens with the new session and token. */
export const Listening = () => <Listener key={useSessionNumber()} />;

function Listener() {
  useEffect(() => startLive(), []);
  return null;
}
