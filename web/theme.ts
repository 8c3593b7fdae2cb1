import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

/** The accent: ledger green. Its eighth shade passes AA on white, and white on it. */
const ledger: MantineColorsTuple = [
  '#eef8f3',
  '#dcefe5',
  '#b7decb',
  '#8fccaf',
  '#6cbc97',
  '#55b287',
  '#48ad7e',
  '#38966b',
  '#1f6b4c',
  '#12553a',
];

/** Success: a leaf green, distinct from the accent. */
const success: MantineColorsTuple = [
  '#f2f8ec',
  '#e4f0d8',
  '#c9e2b3',
  '#adcf8d',
  '#93bf6b',
  '#7fb053',
  '#6fa044',
  '#578332',
  '#37700f',
  '#2b5a0b',
];
/** Information. */
const info: MantineColorsTuple = [
  '#eef5fb',
  '#dcebf6',
  '#b9d6ec',
  '#93bfe0',
  '#6fa9d3',
  '#5498c9',
  '#3f88bd',
  '#2f709f',
  '#15507d',
  '#0f3f63',
];

/** Warm greys; the darker half is for the dark mode. */
const gray: MantineColorsTuple = [
  '#faf9f7',
  '#f3f2ef',
  '#e7e5e1',
  '#d8d5cf',
  '#bdb9b1',
  '#9a958c',
  '#6f6a61',
  '#55514a',
  '#3a3732',
  '#24221f',
];
const dark: MantineColorsTuple = [
  '#e4e2de',
  '#c3c0ba',
  '#a5a199',
  '#6f6b64',
  '#4a4742',
  '#3a3834',
  '#2b2926',
  '#201f1c',
  '#191816',
  '#121110',
];

const font = "'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";

export const theme = createTheme({
  primaryColor: 'ledger',
  primaryShade: 8,
  colors: { ledger, success, info, gray, dark },
  autoContrast: true,
  luminanceThreshold: 0.22,
  fontFamily: font,
  headings: { fontFamily: font, fontWeight: '620' },
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '1.35', sm: '1.4', md: '1.45', lg: '1.5', xl: '1.4' },
  spacing: { xs: '4px', sm: '8px', md: '16px', lg: '24px', xl: '32px' },
  defaultRadius: 6,
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { size: 'sm' } },
    Modal: {
      defaultProps: {
        centered: true,
        styles: { title: { fontSize: 16, fontWeight: 620 } },
        closeButtonProps: { 'aria-label': 'Close' },
        overlayProps: { backgroundOpacity: 0.45 },
        transitionProps: { transition: 'fade', duration: 120 },
      },
    },
    // A dialog is not a landmark: the library's `header` would be a second banner.
    ModalHeader: { defaultProps: { component: 'div' } },
    DrawerHeader: { defaultProps: { component: 'div' } },
    Drawer: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
    Alert: { defaultProps: { closeButtonLabel: 'Dismiss' } },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Dismiss' } } },
    TextInput: { defaultProps: { size: 'sm' } },
    Textarea: { defaultProps: { size: 'sm' } },
    NativeSelect: { defaultProps: { size: 'sm' } },
    Tooltip: { defaultProps: { openDelay: 300, withArrow: true } },
  },
});

/** Colours that the library has too pale for AA, and the two page backgrounds. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#ffffff',
    '--mantine-color-dimmed': '#635e56',
    '--mantine-color-disabled-color': '#635e56',
    '--mantine-color-placeholder': '#6f6a61',
    '--mantine-color-error': '#b3261e',
    '--paper': '#f6f5f2',
    '--card': '#ffffff',
    '--line': '#e3e0da',
    '--row-hover': '#f7f6f3',
    '--chosen-paper': '#e3f1ea',
    '--chosen-ink': '#12553a',
    '--money-owed': '#b3261e',
    '--money-due': '#754600',
    '--money-clear': '#37700f',
    '--mark': '#1f6b4c',
  },
  dark: {
    '--mantine-color-body': '#1d1c19',
    '--mantine-color-dimmed': '#aeaaa2',
    '--mantine-color-disabled-color': '#aeaaa2',
    '--mantine-color-placeholder': '#9b978f',
    '--mantine-color-error': '#ff9d92',
    '--paper': '#141311',
    '--card': '#1d1c19',
    '--line': '#34322d',
    '--row-hover': '#252420',
    '--chosen-paper': '#1c3a2c',
    '--chosen-ink': '#a8e2c6',
    '--money-owed': '#ff9d92',
    '--money-due': '#f2ca88',
    '--money-clear': '#a3d68a',
    '--mark': '#48ad7e',
    // The library uses its palest shade, which is hardly a colour.
    '--mantine-color-red-light-color': '#ff9d92',
    '--mantine-color-ledger-light-color': '#8fccaf',
    '--mantine-color-success-light-color': '#a3d68a',
    '--mantine-color-info-light-color': '#a5d0f0',
  },
});
