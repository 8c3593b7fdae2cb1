export { guideNow, useIsGuideLoading } from './get-started.queries';
export { GuideCard } from './lazy-guide-card';
export { StartPage } from './start-page';
export { StepPage } from './step-page';
export { useSaveGuide } from './use-save-guide';
