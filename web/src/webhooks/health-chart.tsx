import type { HealthFigures } from '@rapport/contract/webhook-health';
import { webhooks } from '../texts/webhooks.ts';

type Step = HealthFigures & { since: string; label: string };

/**
 * The labels under the bars: one at the beginning of each `every`-th step. `every` must divide the
 * number of steps.
 */
export type TimeAxis = { every: number; format: Intl.DateTimeFormat };

const STEP_WIDTH = 10;
const HEIGHT = 48;
/** The minimum height of a bar, below which it could not be seen. */
const BAR_MIN = 2;

/**
 * A chart with a bar for each step of time: the number of attempts, failed ones in red, or their
 * durations.
 */
export function HealthChart(props: {
  kind: 'attempts' | 'latency';
  steps: Step[];
  label: string;
  axis: TimeAxis;
}) {
  return (
    <>
      <Bars {...props} />
      <Axis steps={props.steps} {...props.axis} />
    </>
  );
}

function Bars(props: { kind: 'attempts' | 'latency'; steps: Step[]; label: string }) {
  const { kind, steps, label } = props;
  const width = steps.length * STEP_WIDTH;
  const bars = kind === 'attempts' ? attemptBars(steps) : latencyBars(steps);
  return (
    <svg
      className="bars"
      viewBox={`0 0 ${width} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {steps.map((step, index) => (
        <g key={step.since}>
          <title>{step.label}</title>
          {/* As high as the chart, so that the pointer finds every step. */}
          <rect className="ground" x={index * STEP_WIDTH} y={0} width={STEP_WIDTH - 1} height={HEIGHT} />
          {bars[index]!.map(({ className, y, height }) => (
            <rect
              key={className}
              className={className}
              x={index * STEP_WIDTH}
              y={y}
              width={STEP_WIDTH - 1}
              height={height}
            />
          ))}
        </g>
      ))}
    </svg>
  );
}

/**
 * Outside the chart, because the chart is stretched to the available width, and its letters would
 * be, too.
 */
function Axis({ steps, every, format }: TimeAxis & { steps: Step[] }) {
  const beginnings = steps.filter((_, index) => index % every === 0);
  return (
    <div className="time-axis" aria-hidden="true">
      {beginnings.map(({ since }) => (
        <span key={since}>{format.format(new Date(since))}</span>
      ))}
      <span className="now">{webhooks.now}</span>
    </div>
  );
}

type Bar = { className: string; y: number; height: number };

/** Returns the bars of attempts, with failed ones on top of succeeded ones. */
function attemptBars(steps: Step[]): Bar[][] {
  const most = Math.max(...steps.map((step) => step.succeeded_count + step.failed_count), 1);
  return steps.map(({ succeeded_count, failed_count }) => {
    const succeeded = barHeight(succeeded_count, most);
    const failed = Math.min(barHeight(failed_count, most), HEIGHT);
    const top = Math.max(HEIGHT - succeeded - failed, 0);
    return [
      { className: 'failed', y: top, height: failed },
      { className: 'succeeded', y: top + failed, height: Math.max(HEIGHT - top - failed, 0) },
    ];
  });
}

function latencyBars(steps: Step[]): Bar[][] {
  const longest = Math.max(...steps.map((step) => step.mean_ms ?? 0), 1);
  return steps.map(({ mean_ms }) => {
    const height = mean_ms === null ? 0 : Math.max(barHeight(mean_ms, longest), BAR_MIN);
    return [{ className: 'latency', y: HEIGHT - height, height }];
  });
}

function barHeight(value: number, most: number): number {
  return value === 0 ? 0 : Math.max((value / most) * HEIGHT, BAR_MIN);
}
