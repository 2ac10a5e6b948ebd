import { AutoScaleAxis, BarChart, type BaseChart, Interpolation, LineChart, Svg } from 'chartist';
import type { Bars, Steps } from '../models/pictures.ts';

/** Height of a bar with the space around it. */
const BAR_HEIGHT = 36;
const PADDING = 8;
/** For the words at the ends of bars. */
const END_WIDTH = 76;

// Called with its wrapper below.
// oxlint-disable-next-line typescript/unbound-method
const setAttributes = Svg.prototype.attr;
// The library writes style attributes, which the policy of the page refuses; the style sheet says the same.
Svg.prototype.attr = function attr(this: Svg, attributes: Parameters<typeof setAttributes>[0] | string) {
  if (typeof attributes === 'string') return this.getNode().getAttribute(attributes);
  return setAttributes.call(this, { ...attributes, style: undefined });
} as typeof setAttributes;

/** How numbers along the axes of a line are written. */
export interface AxisWords {
  readonly x: (time: number) => string;
  readonly y: (value: number) => string;
}

/** Draws a picture into an element. @returns takes it away again */
export function draw(place: HTMLElement, picture: Bars | Steps, axes: AxisWords): () => void {
  const chart = picture.form === 'bars' ? drawBars(place, picture) : drawSteps(place, picture, axes);
  return () => {
    chart.detach();
    place.replaceChildren();
  };
}

/** The library draws the first bar at the bottom. */
function drawBars(place: HTMLElement, picture: Bars): BaseChart {
  const bars = picture.bars.toReversed();
  const parts = Math.max(1, ...bars.map((bar) => bar.parts.length));
  const series = Array.from({ length: parts }, (_, part) => bars.map((bar) => bar.parts[part] ?? 0));
  const chart = new BarChart(
    place,
    { labels: bars.map(({ label }) => label), series },
    {
      horizontalBars: true,
      stackBars: true,
      height: `${bars.length * BAR_HEIGHT + 2 * PADDING}px`,
      low: 0,
      chartPadding: { top: PADDING, right: END_WIDTH, bottom: PADDING, left: 0 },
      axisX: { showLabel: false, showGrid: false, offset: 0, onlyInteger: true },
      axisY: { showGrid: false, offset: Math.min(260, place.clientWidth * 0.4) },
    },
  );
  chart.on('draw', (drawn) => {
    if (drawn.type !== 'bar' || drawn.seriesIndex !== 0) return;
    const bar = bars[drawn.index];
    const total = (bar?.parts ?? []).reduce((sum, part) => sum + part, 0);
    const end = drawn.chartRect.x1 + drawn.axisX.projectValue(total);
    drawn.group.elem('text', { x: end + 6, y: drawn.y1 + 4 }, 'end').text(bar?.end ?? '');
  });
  return chart;
}

function drawSteps(place: HTMLElement, { points }: Steps, axes: AxisWords): BaseChart {
  return new LineChart(
    place,
    { series: [[...points]] },
    {
      height: '220px',
      low: 0,
      showPoint: points.length < 2,
      showArea: true,
      lineSmooth: Interpolation.step(),
      chartPadding: { top: PADDING * 2, right: END_WIDTH / 2, bottom: 0, left: 0 },
      axisX: {
        type: AutoScaleAxis,
        scaleMinSpace: 90,
        showGrid: false,
        labelInterpolationFnc: (value) => axes.x(Number(value)),
      },
      axisY: { offset: 64, scaleMinSpace: 36, labelInterpolationFnc: (value) => axes.y(Number(value)) },
    },
  );
}
