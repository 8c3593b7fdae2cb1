export { DocumentWindow } from './document-window';
export { EraseWindow } from './erase-window';
export { HoursWindow } from './hours-window';
export { PayWindow } from './pay-window';
export { ReverseSalaryWindow, SalaryWindow } from './salary-windows';
export { StepWindow } from './step-window';
