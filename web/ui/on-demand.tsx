import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { PartNotLoaded, TryAgain } from './part-not-loaded';

type Options = {
  /**
   * What is shown if the part cannot be loaded, because the connection is down or the server was updated since. Choose
   * nothing for what the page can do without, such as a count.
   */
  ifNotLoaded?: 'message' | 'nothing';
  /** What stands between other things has a placeholder of its height, so that nothing moves. */
  placeholder?: ReactNode;
  /** The nearest placeholder around it is shown meanwhile, where the part must not arrive after the rest. */
  waitsWithParent?: boolean;
};

/**
 * A component loaded when first shown, for dialogs and menus that most visits never open. Nothing is seen meanwhile,
 * because loading takes milliseconds; the page says that it is busy. If the part cannot be loaded, the rest of the page
 * stays as it is, and the part can be tried again; it is also when it is next shown. The children of a part, such as the button of a menu, are shown
 * without it.
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { ifNotLoaded = 'message', placeholder = <span hidden aria-busy="true" />, waitsWithParent }: Options = {},
): ComponentType<Props> {
  const Instead: ComponentType<Props> = ifNotLoaded === 'message' ? PartNotLoaded : Nothing;
  // Another attempt is made when it is next shown. Not before this is on the page: what waits with its parent starts anew
  // until then, and would never end.
  const notLoaded = (number: number): ComponentType<Props> =>
    function NotLoaded(props) {
      useEffect(() => {
        if (latest.number === number) latest = attempt(number + 1);
      }, []);
      return <Instead {...props} />;
    };
  const attempt = (number: number) => ({
    number,
    Part: lazy(async () => ({ default: await load().catch(() => notLoaded(number)) })),
  });
  // Shared by all places that show the part, and replaced for all of them by another attempt.
  let latest = attempt(1);
  return function OnDemand(props) {
    const [{ Part }, setAttempt] = useState(latest);
    const tryAgain = () => setAttempt(latest);
    const part = <Part {...props} />;
    const { children = placeholder }: { children?: ReactNode } = props;
    return (
      <TryAgain value={tryAgain}>
        {waitsWithParent ? part : <Suspense fallback={children}>{part}</Suspense>}
      </TryAgain>
    );
  };
}

const Nothing = () => null;
