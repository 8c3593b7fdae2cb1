import { useMediaQuery } from '@mantine/hooks';
import { Delete } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import './touch-keypad.css';

const digits = ['7', '8', '9', '4', '5', '6', '1', '2', '3'] as const;
const figures = 'input[inputmode="decimal"], input[inputmode="numeric"], input[data-keypad]';

/**
 * An on-screen keypad for touch screens (finding F38). It types into the focused figure of its form or dialog, or the
 * first one, and the system keyboard stays hidden for those fields.
 */
export function TouchKeypad() {
  const isTouched = useMediaQuery('(any-pointer: coarse)', navigator.maxTouchPoints > 0);
  return isTouched ? <Keypad /> : null;
}

function Keypad() {
  const pad = useRef<HTMLDivElement>(null);
  const chosen = useRef<HTMLInputElement | null>(null);
  const [kind, setKind] = useState<'decimal' | 'numeric' | null>(null);
  useLayoutEffect(() => {
    const area = pad.current?.closest<HTMLElement>('form, [role="dialog"]');
    if (!area) return;
    const take = (field: HTMLInputElement) => {
      chosen.current = field;
      setKind(field.dataset.keypad === 'numeric' ? 'numeric' : 'decimal');
    };
    const look = () => {
      const fields = [...area.querySelectorAll<HTMLInputElement>(figures)];
      for (const field of fields) {
        field.dataset.keypad ??= field.inputMode;
        field.inputMode = 'none';
      }
      const focused = fields.find(field => field === document.activeElement);
      if (focused) take(focused);
      else if (!chosen.current?.isConnected)
        if (fields[0]) take(fields[0]);
        else setKind(null);
    };
    look();
    // Fields come and go, as when the amount is settled or the count is by notes and coins.
    const changes = new MutationObserver(look);
    changes.observe(area, { childList: true, subtree: true });
    area.addEventListener('focusin', look);
    return () => {
      changes.disconnect();
      area.removeEventListener('focusin', look);
    };
  }, []);
  const press = (key: string) => {
    const field = chosen.current;
    if (!field || field.disabled || field.readOnly) return;
    field.focus({ preventScroll: true });
    const end = field.selectionEnd ?? field.value.length;
    const start = field.selectionStart ?? end;
    if (key === 'delete') field.setRangeText('', start === end ? Math.max(0, start - 1) : start, end, 'end');
    else field.setRangeText(key, start, end, 'end');
    field.dispatchEvent(new Event('input', { bubbles: true }));
  };
  const keys = [...digits, kind === 'numeric' ? '' : '.', '0', 'delete'];
  return (
    <div ref={pad} className="till-keypad" role="group" aria-label="Keypad" hidden={kind === null}>
      {keys.map(key =>
        key === '' ? (
          <span key="none" />
        ) : (
          <button
            key={key}
            type="button"
            tabIndex={-1}
            className="figures"
            aria-label={key === 'delete' ? 'Delete' : key === '.' ? 'Decimal point' : key}
            // Keep the cursor in the field.
            onPointerDown={event => event.preventDefault()}
            onClick={() => press(key)}
          >
            {key === 'delete' ? <Delete size={22} aria-hidden /> : key}
          </button>
        ),
      )}
    </div>
  );
}
