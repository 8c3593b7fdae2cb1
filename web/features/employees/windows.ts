export { EraseWindow } from './erase-window';
export { StepWindow } from './step-window';
