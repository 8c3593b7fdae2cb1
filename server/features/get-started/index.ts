export { sampleDataConstraints } from './constraints';
export { getStartedSetting } from './get-started';
export { getStartedRoutes } from './get-started.routes';
export { stopSampleData } from './stop-sample-data';
export { sampleDataJobs } from './work-on-sample-data';
