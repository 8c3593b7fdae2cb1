export { openDrawerOf, printReceipt } from './printer';
export type { FoundPrinter } from './printer-line';
export {
  savePrinter,
  printerLanguages,
  printerOfDevice,
  type PrinterSetting,
  rollColumns,
  serialSpeeds,
} from './printer-setting';
export { chooseSerialPrinter, hasSerial } from './serial-line';
export { chooseUsbPrinter, hasUsb } from './usb-line';
