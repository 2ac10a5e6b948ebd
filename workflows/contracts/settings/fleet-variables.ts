import { z } from 'zod';
import { type EnvironmentVariable, wholeNumberValue } from './environment-values.ts';

/** Variables of a worker among others: how much it does at once, and how it is watched. */
export const FLEET_VARIABLES = {
  'worker.workflow-tasks': {
    schema: wholeNumberValue(1_000),
    meaning: 'workflow tasks that a worker carries out at once',
    unset: 'one for each core, two at least',
    range: '1 to 1,000',
  },
  'worker.cached-runs': {
    schema: wholeNumberValue(100_000),
    meaning: 'runs that a worker keeps in memory, so that it need not replay them',
    default: '200',
    range: '1 to 100,000',
  },
  'worker.activities': {
    schema: wholeNumberValue(1_000),
    meaning: 'steps other than requests to a model or the web that a worker carries out at once',
    default: '16',
    range: '1 to 1,000',
  },
  'worker.model-requests': {
    schema: wholeNumberValue(1_000),
    meaning: 'steps that wait for a model that a worker carries out at once',
    default: '8',
    range: '1 to 1,000',
  },
  'worker.web-requests': {
    schema: wholeNumberValue(1_000),
    meaning: 'pages of the web that a worker reads at once',
    default: '8',
    range: '1 to 1,000',
  },
  'worker.polling': {
    schema: z.enum(['fixed', 'automatic'], 'must be fixed or automatic'),
    meaning: 'whether a worker asks for work with a fixed number of pollers, or with as many as the load needs',
    default: 'fixed',
    range: 'fixed or automatic (Temporal 1.28 or later)',
  },
  'worker.metrics-port': {
    schema: z.coerce.number('must be a port, 1 to 65535').int('must be a port, 1 to 65535').min(1).max(65_535),
    meaning: 'port on which a worker serves /livez, /readyz and /metrics to every address of its host',
    unset: 'not served',
    range: '1 to 65535',
  },
  'worker.log-format': {
    schema: z.enum(['text', 'json'], 'must be text or json'),
    meaning: "form of a worker's log: text for people, or one JSON object a line",
    default: 'text',
    range: 'text or json',
  },
  'worker.log-level': {
    schema: z.enum(['debug', 'info', 'warn', 'error'], 'must be debug, info, warn or error'),
    meaning: 'least level of what a worker logs',
    default: 'warn',
    range: 'debug, info, warn or error',
  },
} as const satisfies Readonly<Record<string, EnvironmentVariable>>;
