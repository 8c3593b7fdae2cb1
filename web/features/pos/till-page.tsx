import { Button } from '@mantine/core';
import { Eye } from 'lucide-react';
import { useState } from 'react';
import { sales } from '#domain/sales/sale.contract';
import { useHome } from '../../home';
import { useAccess } from '../../platform/access';
import { usePageTitle } from '../../platform/page-title';
import { useStore } from '../../platform/store';
import { useFrameAround } from '../../platform/whole-screen';
import { PlainLink } from '../../ui/links';
import { BasketPanel } from './basket-panel';
import type { BasketStore } from './device/basket-store';
import { type RegisterState, registerState } from './device/register';
import { LeftSales } from './left-sales';
import { needsAgeConfirmation, OldSession, SessionAge } from './old-session';
import { OpenTillPanel } from './open-till-panel';
import { ProductFinder } from './product-finder';
import { RemarkLine } from './remark-line';
import { TillProvider, useTillCommands } from './till-context';
import { TillGates } from './till-gates';
import { TillTop } from './till-top';
import { TillDialogs } from './till-dialogs';
import { useTillKeys } from './till-actions';
import { useTillDevice } from './use-till-device';
import './till.css';
import './till-basket.css';
import './till-dialogs.css';

/** The quick till. It has the whole screen, without the menu. */
export function TillPage() {
  usePageTitle('Point of Sale');
  return useAccess().canCall(sales.complete) ? <SellingTill /> : <ReadOnlyTill />;
}

/** `view_pos` opens the page. Selling needs its own permission. */
function ReadOnlyTill() {
  useFrameAround();
  const home = useHome();
  return (
    <div className="till-closed">
      <div className="till-gate">
        <Eye size={40} strokeWidth={1.3} aria-hidden />
        <h1>Point of Sale</h1>
        <p>
          You can view the tills, but not sell. To sell, ask an administrator for permission to create sales.
        </p>
        <LeftSales />
        <Button size="md" fullWidth renderRoot={props => <PlainLink {...props} to="/sales/tills" />}>
          View tills
        </Button>
        <Button
          size="md"
          fullWidth
          variant="default"
          renderRoot={props => <PlainLink {...props} to={home.path} />}
        >
          Exit the till
        </Button>
      </div>
    </div>
  );
}

function SellingTill() {
  const device = useTillDevice('till');
  const register = useStore(registerState);
  return (
    <TillGates device={device}>
      {store =>
        register.kind === 'open' ? (
          <OpenTill state={register} store={store} />
        ) : (
          <div className="till-closed">
            <OpenTillPanel state={register} />
          </div>
        )
      }
    </TillGates>
  );
}

/** Sells, unless the session has been open so long that the user must confirm it first. */
function OpenTill({ state, store }: { state: Extract<RegisterState, { kind: 'open' }>; store: BasketStore }) {
  const { register, sessionId } = state;
  // Ask when the till is opened or nothing is being sold, not while a customer waits.
  const [asksAbout, askAbout] = useState(() =>
    register.session && needsAgeConfirmation(register.session, new Date()) ? sessionId : null,
  );
  if (register.session && asksAbout === sessionId)
    return (
      <div className="till-closed">
        <OldSession register={register} session={register.session} onGoOn={() => askAbout(null)} />
      </div>
    );
  return (
    <TillProvider channel="till" sessionId={sessionId} store={store}>
      <TillScreen />
      {register.session && <SessionAge session={register.session} onOld={() => askAbout(sessionId)} />}
    </TillProvider>
  );
}

function TillScreen() {
  useTillKeys(useTillCommands());
  return (
    <div className="till">
      <TillTop />
      <section className="till-products" aria-label="Products">
        <ProductFinder />
        <RemarkLine />
      </section>
      <BasketPanel />
      <TillDialogs />
    </div>
  );
}
