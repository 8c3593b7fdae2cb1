import { Button, Checkbox, NativeSelect } from '@mantine/core';
import { useRef, useState } from 'react';
import { useStore } from '../../../platform/store';
import {
  chooseSerialPrinter,
  chooseUsbPrinter,
  type FoundPrinter,
  hasSerial,
  hasUsb,
  savePrinter,
  printerLanguages,
  printerOfDevice,
  type PrinterSetting,
  rollColumns,
  serialSpeeds,
} from '../../till-printer';
import { printTestPage, printTrouble } from '../device/print';
import { registerIdOf, registerState } from '../device/register';
import { useTill } from '../till-context';
import { Problem } from './problem';
import { TillDialog } from './till-dialog';

/** Sets up, tests and removes this device's receipt printer. */
export function PrinterDialog() {
  const till = useTill();
  const setting = useStore(printerOfDevice);
  return (
    <TillDialog onClose={till.close} title="Receipt printer" size={460}>
      <div className="till-form">{setting ? <Chosen setting={setting} /> : <Choose />}</div>
    </TillDialog>
  );
}

function Choose() {
  const [problem, setProblem] = useState<string | null>(null);
  const choose = async (
    connection: PrinterSetting['connection'],
    ask: () => Promise<FoundPrinter | null>,
  ) => {
    setProblem(null);
    try {
      const found = await ask();
      if (found)
        savePrinter({
          ...found,
          connection,
          language: 'esc-pos',
          columns: 48,
          speed: serialSpeeds[0],
          prints_all: true,
          register_id: registerIdOf(registerState.get()),
        });
    } catch {
      setProblem('The browser blocks access to printers. Allow it in the site settings, then try again.');
    }
  };
  if (!hasUsb() && !hasSerial())
    return (
      <p className="till-nothing">
        Receipts use the browser’s print dialog. To print directly and open the cash drawer, use Chrome or
        Edge at an https address or on the server computer itself.
      </p>
    );
  return (
    <>
      <p className="till-nothing">
        Choose a printer to print receipts directly and open its cash drawer. Until then, receipts use the
        browser’s print dialog.
      </p>
      <Problem reason={problem} />
      {hasUsb() && (
        <Button size="md" data-autofocus onClick={() => void choose('usb', chooseUsbPrinter)}>
          Choose a USB printer
        </Button>
      )}
      {hasSerial() && (
        <Button size="md" variant="default" onClick={() => void choose('serial', chooseSerialPrinter)}>
          Choose a serial or Bluetooth port
        </Button>
      )}
    </>
  );
}

const optionsOf = (names: object) => Object.entries(names).map(([value, label]) => ({ value, label }));

function Chosen({ setting }: { setting: PrinterSetting }) {
  const till = useTill();
  const trouble = useStore(printTrouble);
  const registerId = registerIdOf(useStore(registerState));
  const [busy, setBusy] = useState(false);
  const [isPrinted, setPrinted] = useState(false);
  const test = useRef<HTMLButtonElement>(null);
  const change = (changes: Partial<PrinterSetting>) => savePrinter({ ...setting, ...changes });
  const tryOut = async () => {
    setBusy(true);
    setPrinted(false);
    await printTestPage(till.user.name);
    setPrinted(printTrouble.get() === null);
    setBusy(false);
    test.current?.focus();
  };
  return (
    <>
      <p className="till-nothing">{setting.name} prints receipts for this device.</p>
      <Checkbox
        label="Print a receipt after every sale"
        checked={setting.prints_all}
        onChange={event => change({ prints_all: event.currentTarget.checked })}
      />
      {registerId !== null && (
        <Checkbox
          label="A cash drawer is connected to this printer"
          description="The drawer opens for the payment methods chosen in Settings"
          checked={setting.register_id === registerId}
          onChange={event => change({ register_id: event.currentTarget.checked ? registerId : null })}
        />
      )}
      <NativeSelect
        label="Paper width"
        data={optionsOf(rollColumns)}
        value={String(setting.columns)}
        onChange={event => change({ columns: event.currentTarget.value === '32' ? 32 : 48 })}
      />
      <NativeSelect
        label="Printer language"
        data={optionsOf(printerLanguages)}
        value={setting.language}
        onChange={event => change({ language: event.currentTarget.value as PrinterSetting['language'] })}
      />
      {setting.connection === 'serial' && (
        <NativeSelect
          label="Speed (bits per second)"
          data={serialSpeeds.map(String)}
          value={String(setting.speed)}
          onChange={event => change({ speed: Number(event.currentTarget.value) })}
        />
      )}
      <Problem reason={trouble} />
      {isPrinted && (
        <p className="till-nothing" role="status">
          Test page printed.
        </p>
      )}
      <div className="till-form-buttons">
        <Button variant="subtle" color="red" onClick={() => savePrinter(null)}>
          Remove printer
        </Button>
        <Button ref={test} data-autofocus loading={busy} onClick={() => void tryOut()}>
          Print test page
        </Button>
      </div>
    </>
  );
}
