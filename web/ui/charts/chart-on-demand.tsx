import { onDemand } from '../on-demand';
import './bar-chart.css';

const load = () => import('./bar-chart').then(({ BarChart }) => BarChart);

/** Takes the place of a chart while it loads: the same parts, empty. */
export const ChartPlace = ({ hasLegend }: { hasLegend: boolean }) => (
  <div className="card-body" aria-busy="true" aria-hidden>
    <div className="chart">
      <div className="chart-axis" />
      <div className="chart-plot" />
      <div className="chart-names">
        <span data-wide="true" data-phone="true">
          &nbsp;
        </span>
      </div>
    </div>
    {hasLegend && <p className="chart-legend">&nbsp;</p>}
  </div>
);

/** A chart loaded once it is shown, in a place of its own height; with a second series it also has a legend. */
export const ChartOnDemand = onDemand(load, { placeholder: <ChartPlace hasLegend={false} /> });
export const PairedChartOnDemand = onDemand(load, { placeholder: <ChartPlace hasLegend /> });
