import { useRef, useState } from 'react';
import { problemInPlace } from '../../../ui/form/send-problem';
import { useAttempts } from '../../../ui/form/use-attempts';
import { isConnected } from '../device/connection';

type Words = {
  /** While there is no connection: certainly not sent. */
  readonly offline: string;
  /** If the server sent no message. */
  readonly failure: string;
};

/**
 * Sends a small request of the till. Without an answer it may have taken effect: the dialog says so, and sends the same
 * request again (R12).
 */
export function useTillAttempts<Values, Reply>(
  send: (values: Values, idempotencyKey: string) => Promise<Reply>,
  { offline, failure }: Words,
) {
  const attempts = useAttempts(send);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  // Two key presses can be faster than one render.
  const isRunning = useRef(false);
  /** Whether it failed, so that the user may try again. */
  const attempt = async (values: Values, onDone: (reply: Reply) => unknown): Promise<boolean> => {
    if (isRunning.current) return false;
    if (!isConnected.get() && !attempts.isUnanswered(values)) {
      setProblem(offline);
      return true;
    }
    isRunning.current = true;
    setBusy(true);
    setProblem(null);
    try {
      await onDone(await attempts.send(values));
      return false;
    } catch (error) {
      setProblem(problemInPlace(error, { failure, isRepeatable: true }));
      return true;
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  };
  return { busy, problem, attempt, isUnanswered: attempts.isUnanswered, startAfresh: attempts.startAfresh };
}
