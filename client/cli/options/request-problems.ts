import { z } from 'zod';
import {
  type ResearchLimits,
  researchLimitsSchema,
  researchRequestSchema,
} from '../../../workflows/contracts/research-request.ts';

/** Option that sets a field of the request, for messages that people can act on. */
const OPTION_OF: Readonly<Record<string, string>> = {
  question: 'question',
  corpusDirectories: '--corpus',
  'web.providers': '--provider',
  'web.domainAllow': '--domain-allow',
  'web.domainBlock': '--domain-block',
  'web.since': '--since',
  'settings.clarify': '--clarify',
  'settings.clarificationRounds': '--clarify-rounds',
  'settings.clarificationTimeoutSeconds': '--clarify-timeout',
  'settings.maxTasks': '--max-tasks',
  'settings.concurrency': '--concurrency',
  'settings.queryVariants': '--query-variants',
  'settings.relevanceThreshold': '--relevance-threshold',
  'settings.rerankTopK': '--rerank-top-k',
  'settings.sourceWeighting': '--source-weighting',
  'settings.maxRounds': '--max-rounds',
  'settings.maxFileBytes': '--max-file-size',
  'settings.tierCaps.tier1': '--tier-caps, tier 1',
  'settings.tierCaps.tier2': '--tier-caps, tier 2',
  'settings.tierCaps.tier3': '--tier-caps, tier 3',
  'settings.maxQuotes': '--max-quotes',
  'settings.minQuoteLength': '--min-quote-length',
  'settings.driftThreshold': '--drift-threshold',
  'settings.driftWarning': '--drift-warning',
  'settings.referenceDepth': '--reference-depth',
  'settings.referenceGate': '--reference-gate',
  'settings.referencesPerTask': '--references-per-task',
  'settings.limits.searches': '--max-searches',
  'settings.limits.pages': '--max-pages',
  'settings.limits.modelCalls': '--max-model-calls',
  'settings.limits.modelTokens': '--max-model-tokens',
  'settings.limits.money': '--max-money',
  'settings.limits.wallTimeSeconds': '--max-time',
};

/** What is wrong with one value of the request, by the option that it came from. */
export function describeIssue(issue: z.core.$ZodIssue): string {
  // A number in the path is a place in a list, whose entries all come from one option.
  const field = issue.path.filter((name) => typeof name !== 'number').join('.');
  const option = OPTION_OF[field] ?? field;
  if (option === 'question') return issue.message;
  const isEntry = issue.path.some((name) => typeof name === 'number');
  return `${option}${isEntry ? ` ${JSON.stringify(issue.input)}` : ''}: ${adviceOf(issue)}`;
}

/** What is wrong with limits that were given alone. */
export function describeLimitProblems(limits: Partial<ResearchLimits>): string[] {
  const { error } = researchLimitsSchema.safeParse(limits);
  return (error?.issues ?? []).map((issue) => describeIssue({ ...issue, path: ['settings', 'limits', ...issue.path] }));
}

function adviceOf(issue: z.core.$ZodIssue): string {
  const range = rangeOf(issue.path);
  if (range !== undefined) return `use ${range}`;
  if (issue.code === 'too_big' && issue.origin === 'array') return `at most ${issue.maximum} may be given`;
  if (issue.code === 'invalid_format' && issue.format === 'date') return 'use a day of the calendar, like 2026-01-31';
  return issue.message;
}

const closedRangeSchema = z.object({ minimum: z.number(), maximum: z.number() });
const openRangeSchema = z.object({ exclusiveMinimum: z.number(), maximum: z.number() });
/** A field that may be null has its range in the first of two forms. */
const nullableSchema = z.object({ anyOf: z.tuple([z.unknown(), z.object({ type: z.literal('null') })]) });

/** `1 to 24`, `1,024 to 1,073,741,824 bytes`, as the request's schema has it; undefined for what is no number. */
function rangeOf(path: readonly PropertyKey[]): string | undefined {
  const schema = path.reduce<unknown>(
    (parent, name) => fieldOf(fieldOf(parent, 'properties'), name),
    z.toJSONSchema(researchRequestSchema, { io: 'input', unrepresentable: 'any' }),
  );
  const form = nullableSchema.safeParse(schema).data?.anyOf[0] ?? schema;
  const closed = closedRangeSchema.safeParse(form).data;
  if (closed) return `${closed.minimum.toLocaleString('en')} to ${closed.maximum.toLocaleString('en')}${unitOf(path)}`;
  const open = openRangeSchema.safeParse(form).data;
  return open && `more than ${open.exclusiveMinimum}, up to ${open.maximum.toLocaleString('en')}${unitOf(path)}`;
}

/** Fields that have a unit say so in their names. */
function unitOf(path: readonly PropertyKey[]): string {
  const [, unit] = /(Seconds|Bytes)$/.exec(String(path.at(-1))) ?? [];
  return unit === undefined ? '' : ` ${unit.toLowerCase()}`;
}

function fieldOf(value: unknown, name: PropertyKey): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
