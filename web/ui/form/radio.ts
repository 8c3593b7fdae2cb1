import '@mantine/core/styles/Radio.css';

/** Radio buttons with their styles, which the first page does not need. */
export { Radio } from '@mantine/core';
