import { X } from 'lucide-react';
import { useTill } from './till-context';

/** The latest message, with an undo where there is one. */
export function RemarkLine() {
  const { remark, say } = useTill();
  if (!remark) return null;
  const role = remark.isAnnounced ? undefined : remark.tone === 'danger' ? 'alert' : 'status';
  return (
    <div className="till-remark" data-tone={remark.tone} role={role}>
      <span>{remark.text}</span>
      {remark.action && (
        <button type="button" className="till-remark-action" onClick={remark.action.run}>
          {remark.action.label}
        </button>
      )}
      <button type="button" className="till-icon" aria-label="Dismiss" onClick={() => say(null)}>
        <X size={16} />
      </button>
    </div>
  );
}
