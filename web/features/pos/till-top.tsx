import {
  ArrowLeft,
  CircleHelp,
  CloudOff,
  History,
  Layers,
  Menu,
  RotateCcw,
  TriangleAlert,
} from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { useHome } from '../../home';
import { useStore } from '../../platform/store';
import { PlainLink } from '../../ui/links';
import { ClockState } from './clock-state';
import { isConnected } from './device/connection';
import { queue } from './device/queue';
import { registerState } from './device/register';
import { isRefused, useAllUnanswered } from './device/unanswered';
import { sealedSales } from './device/unsent';
import { isUnsent } from './engine/queue';
import { useLateSession } from './late-sales';
import { WithoutNetwork } from './needs-https';
import { actions } from './till-actions';
import { useTillCommands } from './till-context';
import { useHeld } from './dialogs/hold-dialogs';

/** The top bar: register, connection and items that need attention. */
export const TillTop = memo(function TillTop() {
  const { now, user } = useTillCommands();
  const home = useHome();
  const register = useStore(registerState);
  const connected = useStore(isConnected);
  const sales = useStore(queue);
  const held = useHeld();
  const aside = Object.values(useAllUnanswered()).filter(request => request.aside);
  const unsent = sales.filter(isUnsent).length + useStore(sealedSales).length + aside.length;
  const unsentCount = sales.filter(({ status }) => status === 'kept').length + aside.filter(isRefused).length;
  const heldCount = held.data?.total ?? 0;
  const late = useLateSession(register.kind === 'open' ? register.register : null);
  return (
    <header className="till-top">
      <PlainLink to={home.path} className="till-back" aria-label="Exit the till">
        <ArrowLeft size={20} />
      </PlainLink>
      <h1>{register.kind === 'open' ? register.register.name : 'Point of Sale'}</h1>
      <div className="till-top-space" />
      <ClockState />
      {!connected && <WithoutNetwork />}
      {late !== null && (
        <PlainLink
          to="/sales/tills/$id"
          params={{ id: String(late) }}
          className="till-top-button"
          aria-label="Late sales to close"
          title="Sales arrived after this till was closed. Close them with their own Z report."
        >
          <History size={18} aria-hidden />
          <span>Late sales</span>
        </PlainLink>
      )}
      {unsentCount > 0 && (
        <TopButton
          label={`${unsentCount} to resolve`}
          tone="danger"
          onClick={() => actions.unsent.run(now())}
        >
          <TriangleAlert size={18} />
        </TopButton>
      )}
      {unsent > 0 && (
        <TopButton label={`${unsent} to send`} tone="warning" onClick={() => actions.unsent.run(now())}>
          <CloudOff size={18} />
        </TopButton>
      )}
      <TopButton
        label={heldCount > 0 ? `Held ${heldCount}` : 'Held'}
        title="F10"
        onClick={() => actions.held.run(now())}
      >
        <Layers size={18} />
      </TopButton>
      <TopButton label="Refund" title="Shift+F4" onClick={() => actions.refund.run(now())}>
        <RotateCcw size={18} />
      </TopButton>
      <TopButton label={user.name} title="Shift+F10" onClick={() => actions.till.run(now())}>
        <Menu size={18} />
      </TopButton>
      <TopButton label="Shortcuts" title="F1" onClick={() => actions.help.run(now())}>
        <CircleHelp size={18} />
      </TopButton>
    </header>
  );
});

type TopButtonProps = {
  label: string;
  title?: string;
  tone?: 'danger' | 'warning';
  onClick: () => void;
  children: ReactNode;
};

const TopButton = ({ label, title, tone, onClick, children }: TopButtonProps) => (
  <button
    type="button"
    className="till-top-button"
    aria-label={label}
    data-tone={tone}
    title={title}
    onClick={onClick}
  >
    {children}
    <span>{label}</span>
  </button>
);
