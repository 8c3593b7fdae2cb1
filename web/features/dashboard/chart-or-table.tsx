import { Anchor } from '@mantine/core';

/** Switches between a chart and a table of the same figures. */
export const ChartOrTable = ({
  isTable,
  onChange,
}: {
  isTable: boolean;
  onChange: (isTable: boolean) => void;
}) => (
  <Anchor component="button" type="button" size="sm" className="no-print" onClick={() => onChange(!isTable)}>
    {isTable ? 'Show as chart' : 'Show as table'}
  </Anchor>
);
