import { existsSync, opendirSync, statSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { z } from 'zod';
import {
  type CitationStyle,
  type ResearchRequest,
  researchRequestSchema,
} from '../../workflows/contracts/research-request.ts';
import { UsageError } from '../failures.ts';
import { PRESETS, type PresetName } from './presets.ts';

/** The options of `research` that become part of the request. */
export interface ResearchOptions {
  readonly corpus: string;
  readonly preset: PresetName;
  readonly clarify: 'auto' | 'always' | 'never';
  readonly clarifyRounds?: number;
  readonly clarifyTimeout?: number;
  readonly approvePlan?: boolean;
  readonly maxTasks?: number;
  readonly lanes?: number;
  readonly passages?: number;
  readonly maxFileSize?: number;
  /** Of tiers 1, 2 and 3. */
  readonly tierCaps?: readonly [number, number, number];
  readonly maxQuotes?: number;
  readonly minQuoteLength?: number;
  readonly driftThreshold?: number;
  readonly driftWarning?: number;
  readonly referenceDepth?: number;
  readonly referenceGate?: number;
  readonly referencesPerTask?: number;
  /** False: `--no-language-check`. */
  readonly languageCheck?: boolean;
  /** False: `--no-language-retry`. */
  readonly languageRetry?: boolean;
  readonly citationStyle?: CitationStyle;
  readonly maxSearches?: number;
  readonly maxPages?: number;
  readonly maxModelCalls?: number;
  readonly maxModelTokens?: number;
  readonly maxTime?: number;
}

/** Option that sets a field of the request, for messages that people can act on. */
const OPTION_OF: Readonly<Record<string, string>> = {
  question: 'question',
  corpusDirectory: '--corpus',
  'settings.clarify': '--clarify',
  'settings.clarificationRounds': '--clarify-rounds',
  'settings.clarificationTimeoutSeconds': '--clarify-timeout',
  'settings.maxTasks': '--max-tasks',
  'settings.lanes': '--lanes',
  'settings.passagesPerTask': '--passages',
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
  'settings.limits.wallTimeSeconds': '--max-time',
};

/**
 * Checks question, settings and folder before anything starts.
 *
 * @param hasOwnWorkers false: workers may run on other machines, where an absolute path may exist that is not here
 * @throws {UsageError} with every problem at once
 */
export function createRequest(question: string, options: ResearchOptions, hasOwnWorkers = true): ResearchRequest {
  const parsed = researchRequestSchema.safeParse({
    question,
    corpusDirectory: resolve(options.corpus),
    settings: settingsOf(options),
  });
  const isElsewhere = !hasOwnWorkers && isAbsolute(options.corpus) && !existsSync(options.corpus);
  const corpusProblem = isElsewhere ? undefined : findCorpusProblem(resolve(options.corpus));
  const problems = [
    ...(parsed.error?.issues ?? []).map(describeIssue),
    ...(corpusProblem === undefined ? [] : [corpusProblem]),
  ];
  if (parsed.success && problems.length === 0) return parsed.data;
  throw new UsageError(problems.join('\n       '), 'See `npm run research -- --help`.');
}

function describeIssue(issue: z.core.$ZodIssue): string {
  const option = OPTION_OF[issue.path.join('.')] ?? issue.path.join('.');
  if (option === 'question') return issue.message;
  const range = rangeOf(issue.path);
  return range === undefined ? `${option}: ${issue.message}` : `${option}: use ${range}`;
}

const rangeSchema = z.object({ minimum: z.number(), maximum: z.number() });

/** `1 to 24`, `1,024 to 1,073,741,824 bytes`, as the request's schema has it; undefined for what is no number. */
function rangeOf(path: readonly PropertyKey[]): string | undefined {
  const schema = path.reduce<unknown>(
    (parent, name) => fieldOf(fieldOf(parent, 'properties'), name),
    z.toJSONSchema(researchRequestSchema, { io: 'input', unrepresentable: 'any' }),
  );
  const range = rangeSchema.safeParse(schema).data;
  return range && `${range.minimum.toLocaleString('en')} to ${range.maximum.toLocaleString('en')}${unitOf(path)}`;
}

/** Fields that have a unit say so in their names. */
function unitOf(path: readonly PropertyKey[]): string {
  const [, unit] = /(Seconds|Bytes)$/.exec(String(path.at(-1))) ?? [];
  return unit === undefined ? '' : ` ${unit.toLowerCase()}`;
}

function fieldOf(value: unknown, name: PropertyKey): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function settingsOf(options: ResearchOptions): object {
  const preset = PRESETS[options.preset];
  const chosen = {
    clarify: options.clarify,
    clarificationRounds: options.clarifyRounds,
    clarificationTimeoutSeconds: options.clarifyTimeout,
    approvePlan: options.approvePlan,
    maxTasks: options.maxTasks,
    lanes: options.lanes,
    passagesPerTask: options.passages,
    maxFileBytes: options.maxFileSize,
    tierCaps: tierCapsOf(options),
    maxQuotes: options.maxQuotes,
    minQuoteLength: options.minQuoteLength,
    driftThreshold: options.driftThreshold,
    driftWarning: options.driftWarning,
    referenceDepth: options.referenceDepth,
    referenceGate: options.referenceGate,
    referencesPerTask: options.referencesPerTask,
    validateLanguage: options.languageCheck,
    retryLanguage: options.languageRetry,
    citationStyle: options.citationStyle,
  };
  const limits = {
    searches: options.maxSearches,
    pages: options.maxPages,
    modelCalls: options.maxModelCalls,
    modelTokens: options.maxModelTokens,
    wallTimeSeconds: options.maxTime,
  };
  return { ...preset, ...given(chosen), limits: { ...('limits' in preset && preset.limits), ...given(limits) } };
}

function tierCapsOf({ tierCaps }: ResearchOptions): object | undefined {
  if (tierCaps === undefined) return undefined;
  const [tier1, tier2, tier3] = tierCaps;
  return { tier1, tier2, tier3 };
}

function given(fields: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** What makes a folder useless as a corpus; undefined when it holds at least one file. */
export function findCorpusProblem(directory: string): string | undefined {
  try {
    if (!statSync(directory).isDirectory()) return `the corpus ${directory} is not a folder`;
    return holdsFile(directory) ? undefined : `the corpus folder ${directory} is empty`;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT') return `the corpus folder ${directory} does not exist`;
    return `the corpus folder ${directory} cannot be read (${error instanceof Error ? error.message : String(error)})`;
  }
}

function holdsFile(directory: string): boolean {
  const folder = opendirSync(directory);
  const subfolders: string[] = [];
  try {
    for (let entry = folder.readSync(); entry !== null; entry = folder.readSync()) {
      if (entry.name.startsWith('.')) continue;
      if (entry.isDirectory()) subfolders.push(join(directory, entry.name));
      else return true;
    }
  } finally {
    folder.closeSync();
  }
  return subfolders.some(holdsFile);
}
